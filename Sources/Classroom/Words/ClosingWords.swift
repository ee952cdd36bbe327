/// The sentences of the questions about the close of a TCP connection, and about loss and time.
enum ClosingWords: QuestionTopic {
    case finSequence, finAck, timeWait, clientStates, stateAfterFIN, whoWaits, crossingFINs, synAckAgain, thirdSYN,
        retransmitSequence, lostCount

    var english: QuestionWords {
        switch self {
        case .finSequence:
            QuestionWords(
                english: "You know where the FIN stands in the sequence space.",
                ask:
                    "A client sends the segment that is shown, which carries the last data: a TLS alert, close_notify. Then it sends a FIN without data. What is the sequence number of the FIN?",
                hint: "The FIN comes behind the last octet of data. To TCP all of TLS is data.",
                because: "The FIN has the number behind the last octet of data. The alert is data like any other.",
                slips: [
                    "close-notify-free":
                        "You have taken the goodbye of TLS for something that TCP does not count. To TCP it is data. Look at the length of the segment that is shown.",
                    "fin-before-itself":
                        "You have counted the FIN before it is sent. Its own number is the first one that is free. Look at where the data end.",
                ])
        case .finAck:
            QuestionWords(
                english: "You know what a FIN takes.",
                ask: "A client sends the FIN that is shown. Which acknowledgment number confirms it?",
                hint: "A FIN is confirmed like a SYN. Ask how many numbers it takes.",
                because: "A FIN takes one sequence number, so that it can be acknowledged and sent again.",
                slips: [
                    "fin-free":
                        "You have counted the FIN as if it took no number. Then no acknowledgment could tell whether it has arrived. Look at how a SYN is acknowledged.",
                    "plus-two":
                        "You have counted the flag ACK as well. It takes no number: only SYN, FIN and data do. Look at the flags in the FIN that is shown.",
                ])
        case .timeWait:
            QuestionWords(
                english: "You know how long a host stays in TIME-WAIT.",
                ask:
                    "A client has closed first and enters TIME-WAIT. Nothing more arrives. How long does it stay in this state?",
                hint: "Ask how long a segment may live, and that an answer may come back.",
                because:
                    "TIME-WAIT lasts two maximum segment lifetimes: one for the last ACK to get lost, one for the FIN that is sent again.",
                slips: [
                    "one-msl":
                        "This covers the way of one segment. A FIN that is sent again has to come back as well. Look at when the timer was set and when it runs out.",
                    "moment-not-duration":
                        "This is the time at which TIME-WAIT ends. The question is how long it lasts. Look at when the client enters it.",
                ])
        case .clientStates:
            QuestionWords(
                english: "You know the states of the side that closes first.",
                ask:
                    "A client opens a connection, uses it, and closes it first. Here are the states that its TCP enters, shuffled. Put them into their order.",
                hint:
                    "First come the states of the opening. Then the client's FIN is sent, is acknowledged, and the server's FIN arrives.",
                because:
                    "The client sends a SYN and is open. It sends its FIN, gets the ACK, then the server's FIN, and waits before all is over."
            )
        case .stateAfterFIN:
            QuestionWords(
                english: "You know what a FIN does to the side that receives it.",
                ask:
                    "A server's connection is ESTABLISHED. The client's FIN arrives. Which state does the server's TCP enter?",
                hint: "The FIN closes one direction. Ask whether the server's own program has closed.",
                because: "The other direction is still open. The server's TCP waits until its own program closes.",
                slips: [
                    "straight-to-last-ack":
                        "This state comes when the server's own program has closed and its FIN is sent. Look at the call of the server's program, which comes later.",
                    "closed-at-once":
                        "A FIN closes one direction. The server may still send. Look at what the server sends after the client's FIN.",
                    "waits-on-the-wrong-side":
                        "This is a state of the side that closes first. Look at which side sent the first FIN.",
                ])
        case .whoWaits:
            QuestionWords(
                english: "You know which side waits after the close.",
                ask: "This time the server closes first, and the client after it. Which side goes through TIME-WAIT?",
                hint: "Ask who sends the last ACK, and who would have to repeat it.",
                because: "The side whose FIN comes first sends the last ACK. It waits in case this ACK is lost.",
                slips: [
                    "always-the-client":
                        "It depends on who closes first, not on who opened. Look at the first FIN of the run.",
                    "both-sides":
                        "This happens when both FINs cross on their way. Here one side answers the other. Look at who sends the last ACK.",
                    "neither":
                        "The last ACK of a close may be lost, and its sender has to be there. Look at who sends it.",
                ],
                choices: [
                    "client": "the client",
                    "server": "the server",
                    "both": "both sides",
                    "neither": "neither side",
                ])
        case .crossingFINs:
            QuestionWords(
                english: "You know what happens when both sides close at the same time.",
                ask:
                    "Both sides of a connection close at the same time. A host has sent its FIN and is in FIN-WAIT-1. The other side's FIN arrives before an ACK of its own FIN. Which state does it enter?",
                hint:
                    "Two things have to happen yet: an ACK for its own FIN, and the wait. Ask which of them has come.",
                because:
                    "The FIN of the other side has come and the ACK has not. The host waits for this ACK before the last wait.",
                slips: [
                    "as-if-answered":
                        "You have taken the FIN for an ACK of the host's own FIN. Look at its acknowledgment number.",
                    "straight-on":
                        "This needs an ACK for the host's own FIN. It can stand in the segment with the FIN, and here it does not. Look at the acknowledgment number.",
                    "close-wait":
                        "This is a state of a host that has not closed yet. Look at what the host has sent before.",
                ])
        case .synAckAgain:
            QuestionWords(
                english: "You know when a SYN,ACK is sent again.",
                ask:
                    "A client sends a SYN at 0.0 ms. The server's SYN,ACK is lost. At what time does the server send a SYN,ACK again?",
                hint: "Add what has to pass: the way of a SYN to the server, and the time until a timer runs out.",
                because:
                    "The first SYN needs one trip. From then on the server's timer runs, and the client's runs since one trip earlier.",
                slips: [
                    "at-once":
                        "This is the time of the first SYN,ACK. Nothing tells the server at once that it was lost. Look at the timer.",
                    "one-trip-late":
                        "You have counted from the start of the run alone. The server has its first SYN only after one trip. Look at when the server's timer begins, or when the client's second SYN arrives.",
                ])
        case .thirdSYN:
            QuestionWords(
                english: "You know how the retransmission timeout grows.",
                ask:
                    "A client sends a SYN at 0.0 ms. It is lost, and its first repetition as well. At what time does the client send the SYN for the third time?",
                hint: "Each time that the timer runs out, the next wait is longer. Add the waits.",
                because: "The timeout doubles each time that it runs out. The waits add up.",
                slips: [
                    "no-backoff":
                        "You have added the same wait twice. After a timeout the next wait is longer. Look at the timer that is set with the second SYN.",
                    "only-the-wait": "This is the second wait alone. Look at when the second SYN was sent.",
                ])
        case .retransmitSequence:
            QuestionWords(
                english: "You know what number a repeated segment has.",
                ask:
                    "A client sends the segment with the ClientHello that is shown, and it arrives. The client's next segment with data is lost, and is sent again later. What is the sequence number of the repetition?",
                hint: "Each octet keeps its number, however often it is sent.",
                because: "The repetition carries the same octets, so it has the same sequence number.",
                slips: [
                    "new-number":
                        "You have given the repetition new numbers, as if it carried new data. The receiver has to recognize the octets. Look at the number of the segment that was lost.",
                    "one-more":
                        "You have counted the attempt. Numbers count octets, not segments. Look at the number of the segment that was lost.",
                ])
        case .lostCount:
            QuestionWords(
                english: "You can tell from both ends which packets were lost.",
                ask: "Here is what each side sends and what arrives at the other side. How many packets were lost?",
                hint:
                    "Compare the two lists of each direction, line by line. A lost ACK without data is not sent again.",
                because: "Each packet that was sent and did not arrive is lost, whether it is sent again or not.",
                slips: [
                    "counts-what-is-sent-again":
                        "You have counted by what is sent again. A timer may repeat a segment whose ACK was lost. Look at the arrivals."
                ])
        }
    }
}
