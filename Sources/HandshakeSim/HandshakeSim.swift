import Trace

@main
struct Program {
    static func main() {
        print(Principal.client)
    }
}
