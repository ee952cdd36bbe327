import Chance

/// The generator of the tests, which a program without the tests' libraries uses as well.
package typealias SplitMix64 = Chance.SplitMix64
