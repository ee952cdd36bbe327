/// The sentences of the questions about the opening of a TCP connection.
enum OpeningWords: QuestionTopic {
    case ackOfSYN, synAckBlank, openingOrder, lostThird, flagsOfData, thirdSequence, firstData, ackOctets, nextPacket,
        doubt, helloAck, segments, stateAfterData, streamOctets

    var english: QuestionWords {
        switch self {
        case .ackOfSYN:
            QuestionWords(
                english: "You know what an acknowledgment number means.",
                ask:
                    "A client sends the SYN that is shown. The server answers with a SYN,ACK. What is its acknowledgment number?",
                hint:
                    "An acknowledgment names the number that the receiver expects next. Ask what the SYN itself takes.",
                because: "A SYN takes one sequence number. The server expects the number after it.",
                slips: [
                    "own-number":
                        "That is the number of the SYN itself. An acknowledgment names the number that is expected next.",
                    "servers-number":
                        "That is counted from the server's own number. Each side counts the octets of the other one's stream.",
                    "relative":
                        "That is the number as Wireshark shows it, counted from the first. The packet carries the whole number.",
                ])
        case .synAckBlank:
            QuestionWords(
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
        case .openingOrder:
            QuestionWords(
                english: "You can tell the packets of an opening from their octets.",
                ask:
                    "Here are the first four datagrams of a connection, shuffled. Put them into the order in which they are sent.",
                hint:
                    "The flags stand at offset 33: 02 is SYN, 12 is SYN and ACK, 10 is ACK. A datagram with data comes when the connection is open.",
                because: "SYN, SYN,ACK and ACK open the connection. The first data follow.")
        case .lostThird:
            QuestionWords(
                english: "You know what opens a connection at the server.",
                ask:
                    "The third segment of the handshake, the client's first ACK, is lost. What opens the server's connection?",
                hint:
                    "Look at the acknowledgment number in the segment that the client sends right after the lost one.",
                because:
                    "Each segment of the client acknowledges the server's SYN. The one with data opens the connection and delivers the data at once.",
                slips: [
                    "only-third-opens":
                        "That would be so if one segment alone could open a connection. Look at what the other segments acknowledge.",
                    "sent-again":
                        "An ACK without data is not sent again by a timer. Look at what the client sends next.",
                    "server-resets":
                        "A server that waits for an acknowledgment has no reason to reset. Look at what arrives next.",
                ],
                choices: [
                    "never": "nothing: the server waits until it gives up",
                    "repetition": "the client's timer sends the same ACK again",
                    "reset": "the server resets the connection",
                    "data": "the client's next segment, which carries data",
                ])
        case .flagsOfData:
            QuestionWords(
                english: "You know which flags a segment with data has.",
                ask: "A client's first segment with data carries a ClientHello. Which flags are set?",
                hint:
                    "The connection is open: the opening is over, the closing has not begun, and each segment acknowledges.",
                because: "Each segment after the first has ACK. PSH asks the receiver to hand the data on at once.",
                slips: [
                    "no-ack-with-data":
                        "Data and acknowledgment do not exclude each other. A segment with data acknowledges as well.",
                    "syn-goes-on":
                        "SYN does not mean that the connection is open. It stands in the first segment of each side alone.",
                ])
        case .thirdSequence:
            QuestionWords(
                english: "You know which number the client uses after its SYN.",
                ask:
                    "A client sends the SYN that is shown, and the server answers with a SYN,ACK. What is the sequence number of the third segment, the client's ACK?",
                hint: "Ask how many numbers the SYN has taken, and which number the server expects now.",
                because: "The SYN takes one sequence number. The next segment of the client begins one further on.",
                slips: [
                    "x-again":
                        "This would be right if the SYN took no number. Look at the acknowledgment number of the SYN,ACK: it says what the server expects next.",
                    "the-ack":
                        "This is what the third segment acknowledges. Its own number is counted from the client's SYN. Look at the two fields of the segment side by side.",
                ])
        case .firstData:
            QuestionWords(
                english: "You know what a segment without data does to the sequence numbers.",
                ask:
                    "A client sends the SYN that is shown. The server answers with a SYN,ACK. The client sends an ACK without data, and then its first data. What is the sequence number of the first segment with data?",
                hint: "Ask of each segment before: does it carry data, SYN or FIN? Only these take numbers.",
                because:
                    "The SYN takes one number. The ACK without data takes none, so the data begin at the number that the ACK had.",
                slips: [
                    "ack-takes-one":
                        "You have counted the third segment as if it took a number. Look at what it carries: neither SYN nor FIN, and no data.",
                    "x-again":
                        "You have counted the SYN as if it took no number. Look at the acknowledgment number of the SYN,ACK.",
                ])
        case .ackOctets:
            QuestionWords(
                english: "You can find the acknowledgment number among the octets of a packet.",
                ask:
                    "A client sends the SYN that is shown. Which four octets stand in the field of the acknowledgment number of the SYN,ACK that answers it, in hexadecimal?",
                hint:
                    "The IPv4 header has 20 octets. Behind it come two ports of two octets each, then SEQ, then ACK, the most significant octet first.",
                because:
                    "The field holds the number that is expected next, written with the most significant octet first.",
                slips: [
                    "own-number":
                        "These are the octets of the client's own number. An acknowledgment names the number that is expected next: look at what the SYN takes.",
                    "least-first":
                        "The number is right, and its octets are turned round. Networks send the most significant octet first. Look at the ports in the SYN, whose values you know.",
                ])
        case .nextPacket:
            QuestionWords(
                english: "You can say what answers a SYN.",
                ask:
                    "A client has sent the SYN that is shown to a server that listens. What does the next packet look like? The numbers are relative: each side's are counted from its own first number.",
                hint: "The server has to do two things: confirm the client's number, and make its own known.",
                because: "The server confirms the client's SYN and sends its own SYN in the same segment.",
                slips: [
                    "acks-own-number":
                        "This acknowledges the SYN's own number. An acknowledgment names the number that is expected next. Look at what a SYN takes.",
                    "two-way":
                        "This is a server that takes the connection for open at once. It has not told the client its own number yet. Look at the flags of the answer.",
                    "only-syn":
                        "This is what happens when both sides open at the same time. Here the server has read the client's SYN before it answers.",
                ])
        case .doubt:
            QuestionWords(
                english: "You can say how long a server is in doubt.",
                ask:
                    "A server's connection is SYN-RECEIVED from the arrival of a SYN until a segment arrives that acknowledges the server's own SYN. For how long is it in this state here?",
                hint: "The state has a beginning and an end at the server. Find the two arrivals in the list.",
                because:
                    "The doubt lasts from the arrival of the SYN to the arrival of the first segment that acknowledges the server's SYN.",
                slips: [
                    "moment-not-duration":
                        "This is the time at which the doubt ends, counted from the start of the run. The question is how long the state lasts. Look at when it begins.",
                    "one-way":
                        "This is the time at which the doubt begins, counted from the start of the run. Look at how long it lasts from there.",
                ])
        case .helloAck:
            QuestionWords(
                english: "You can work out an acknowledgment from a segment.",
                ask:
                    "A client sends the segment that is shown, with a ClientHello in it. Everything before has arrived. What is the acknowledgment number with which the server confirms it?",
                hint:
                    "Take the segment's number and add its length. The length of the data is the total length less the two headers.",
                because:
                    "An acknowledgment is the number of the segment plus the count of its octets: the number that is expected next.",
                slips: [
                    "plus-one":
                        "A segment with data takes as many numbers as it has octets of data. Only a SYN or a FIN counts one. Look at the length of the data.",
                    "length-alone":
                        "This is the count of the octets, as Wireshark shows numbers when it counts from the first. The field holds a number of the client's sequence space. Look at the SEQ of the segment.",
                    "own-number":
                        "This is the number of the segment's first octet. An acknowledgment says which octet is expected next. Look at where the data end.",
                    "last-octet":
                        "This is the number of the last octet that has arrived. An acknowledgment names the one after it. Look at the acknowledgment of a SYN, which is one more than the SYN's number.",
                ])
        case .segments:
            QuestionWords(
                english: "You know what the maximum segment size counts.",
                ask:
                    "The client has announced the MSS that is shown. The server has the octets of its first flight ready, and its window allows to send them at once. How many segments with data does it send?",
                hint: "The MSS counts octets of data, without headers. The last segment may be shorter.",
                because:
                    "Each segment carries at most as many octets of data as the MSS says, and the rest goes into one more.",
                slips: [
                    "header-forgotten":
                        "This is the count with segments of the usual size on an Ethernet. Look at the MSS that the client has announced.",
                    "rounded-down":
                        "The octets that are left over need a segment of their own. Look at the rest of the division.",
                ])
        case .stateAfterData:
            QuestionWords(
                english: "You know what opens a connection at the server.",
                ask:
                    "The third segment of the handshake is lost. The server is in SYN-RECEIVED. Then a segment of the client arrives with data. It acknowledges the server's SYN. In which state is the server's TCP now?",
                hint: "Look at what the state waits for, and whether this segment has it.",
                because:
                    "SYN-RECEIVED waits for an acknowledgment of the server's SYN. Each segment of the client has one.",
                slips: [
                    "needs-third":
                        "You expect that only the lost segment can open the connection. Look at the acknowledgment number of the segment with data.",
                    "resets":
                        "You take the segment for an error. Look at its sequence number: it is the one that the server expects.",
                    "listens-again":
                        "A server goes back to LISTEN when a reset arrives. Look at the flags of the segment.",
                ])
        case .streamOctets:
            QuestionWords(
                english: "You can count the octets of a stream from sequence numbers.",
                ask:
                    "Here are the client's SYN and the client's FIN, which carries no data. How many octets of data has the client sent in between?",
                hint: "Subtract the two numbers, and ask what lies between them beside the data.",
                because: "The numbers from SYN to FIN cover the SYN itself and all octets of data.",
                slips: [
                    "counts-syn":
                        "You have counted the SYN as an octet of data. It takes a number, and it carries no data. Look at where the data begin.",
                    "counts-syn-and-fin":
                        "You have counted SYN and FIN as octets of data. Each takes a number and carries none. Look at the first and the last number of the data.",
                ])
        }
    }
}
