import Foundation
import Render
import Testing
import Trace

@Suite struct LadderTests {
    @Test func look() {
        print(Ladder(Fixture.conversation()).text)
        print(Ladder(Fixture.conversation(), detail: .messages).text)
        print(Ladder(Fixture.conversation(), detail: .bytes).text)
    }
}
