/// What is said of questions about how TCP opens a connection.
enum OpeningWords {
    static let ackOfSYN = QuestionWords(
        english: "You know what an acknowledgment number means.",
        ask:
            "A client sends the SYN that is shown. The server answers with a SYN,ACK. What is its acknowledgment number?",
        hint: "An acknowledgment names the number that the receiver expects next. Ask what the SYN itself takes.",
        because: "A SYN takes one sequence number. The server expects the number after it.",
        slips: [
            "own-number":
                "That is the number of the SYN itself. An acknowledgment names the number that is expected next.",
            "servers-number":
                "That is counted from the server's own number. Each side counts the octets of the other one's stream.",
            "relative":
                "That is the number as Wireshark shows it, counted from the first. The packet carries the whole number.",
        ])

    static let synAckBlank = QuestionWords(
        english: "You can write the header of a SYN,ACK.",
        ask: """
            The SYN,ACK that answers the SYN has three gaps: the destination port, the acknowledgment number, and the two octets with \
            data offset and flags. Fill them in, in hexadecimal.
            """,
        hint:
            "The ports change places. The acknowledgment counts the SYN. The data offset counts words of four octets.",
        because:
            "The answer goes to the port that the SYN came from. It expects the number after the SYN. Six words of header, SYN and ACK give 6012."
    )

    static let openingOrder = QuestionWords(
        english: "You can tell the packets of an opening from their octets.",
        ask:
            "Here are the first four datagrams of a connection, shuffled. Put them into the order in which they are sent.",
        hint:
            "The flags stand at offset 33: 02 is SYN, 12 is SYN and ACK, 10 is ACK. A datagram with data comes when the connection is open.",
        because: "SYN, SYN,ACK and ACK open the connection. The first data follow.")

    static let lostThird = QuestionWords(
        english: "You know what opens a connection at the server.",
        ask: "The third segment of the handshake, the client's first ACK, is lost. What opens the server's connection?",
        hint: "Look at the acknowledgment number in the segment that the client sends right after the lost one.",
        because:
            "Each segment of the client acknowledges the server's SYN. The one with data opens the connection and delivers the data at once.",
        slips: [
            "only-third-opens":
                "That would be so if one segment alone could open a connection. Look at what the other segments acknowledge.",
            "sent-again": "A segment without data is not sent again by a timer. Look at what the client sends next.",
            "server-resets":
                "A server that waits for an acknowledgment has no reason to reset. Look at what arrives next.",
            "with-the-data": "Look at what the client sends after the lost segment, and when.",
        ],
        choices: [
            "never": "nothing: the server waits until it gives up",
            "repetition": "the client's timer sends the same ACK again",
            "reset": "the server resets the connection",
            "data": "the client's next segment, which carries data",
        ])

    static let flagsOfData = QuestionWords(
        english: "You know which flags a segment with data has.",
        ask: "A client's first segment with data carries a ClientHello. Which flags are set?",
        hint: "The connection is open: the opening is over, the closing has not begun, and each segment acknowledges.",
        because: "Each segment after the first has ACK. PSH asks the receiver to hand the data on at once.",
        slips: [
            "no-ack-with-data":
                "Data and acknowledgment do not exclude each other. A segment with data acknowledges as well.",
            "syn-goes-on":
                "SYN does not mean that the connection is open. It stands in the first segment of each side alone.",
        ])
}
