/// What the counterexamples do, segment by segment.
extension CounterexampleTests {
    /// Every row of every trial. "WRONG" or "merged" is the TCP without the rule; "both" stands where the two do the same.
    static let sequences: [(name: String, trials: [String])] = [
        (
            "why-three",
            [
                """
                1.
                both CLOSED LISTEN
                2.
                WRONG (old) ... <SEQ=90><CTL=SYN> --> ESTABLISHED
                B's user: open
                real (old) ... <SEQ=90><CTL=SYN> --> SYN-RECEIVED
                3.
                WRONG (old) ... <SEQ=91><ACK=251><DATA=7><CTL=ACK> --> ESTABLISHED
                B's user: "pay 100" arrives
                real (old) ... <SEQ=91><ACK=251><DATA=7><CTL=ACK> --> SYN-RECEIVED
                4.
                WRONG CLOSED <-- <SEQ=300><ACK=91><CTL=SYN,ACK> <-- ESTABLISHED
                CLOSED <-- <SEQ=301><ACK=98><CTL=ACK> <-- ESTABLISHED
                CLOSED --> <SEQ=91><CTL=RST> --> ESTABLISHED
                CLOSED --> <SEQ=98><CTL=RST> --> CLOSED
                B's user: ERROR: connection reset
                real CLOSED <-- <SEQ=300><ACK=91><CTL=SYN,ACK> <-- SYN-RECEIVED
                CLOSED <-- <SEQ=251><CTL=RST> <-- SYN-RECEIVED
                CLOSED --> <SEQ=91><CTL=RST> --> LISTEN
                5.
                WRONG CLOSED CLOSED
                real CLOSED LISTEN
                """
            ]
        ),
        (
            "why-four",
            [
                """
                1.
                both ESTABLISHED ESTABLISHED
                2.
                both ESTABLISHED --> <SEQ=100><ACK=300><DATA=5><CTL=PSH,ACK> --> ESTABLISHED
                B's user: "list?" arrives
                ESTABLISHED <-- <SEQ=300><ACK=105><CTL=ACK> <-- ESTABLISHED
                3.
                both ESTABLISHED <-- <SEQ=300><ACK=105><DATA=5><CTL=PSH,ACK> <-- ESTABLISHED
                A's user: "one, " arrives
                ESTABLISHED --> <SEQ=105><ACK=305><CTL=ACK> --> ESTABLISHED
                4.
                WRONG FIN-WAIT-1 --> <SEQ=105><ACK=305><CTL=FIN,ACK> --> LAST-ACK
                B's user: end of the data
                real FIN-WAIT-1 --> <SEQ=105><ACK=305><CTL=FIN,ACK> --> CLOSE-WAIT
                B's user: end of the data
                5.
                WRONG TIME-WAIT <-- <SEQ=305><ACK=106><CTL=FIN,ACK> <-- LAST-ACK
                A's user: end of the data
                real FIN-WAIT-2 <-- <SEQ=305><ACK=106><CTL=ACK> <-- CLOSE-WAIT
                6.
                WRONG B's user: ERROR: connection closing
                TIME-WAIT --> <SEQ=106><ACK=306><CTL=ACK> --> CLOSED
                B's user: closed in good order
                real FIN-WAIT-2 <-- <SEQ=305><ACK=106><DATA=4><CTL=PSH,ACK> <-- CLOSE-WAIT
                A's user: "two." arrives
                FIN-WAIT-2 --> <SEQ=106><ACK=309><CTL=ACK> --> CLOSE-WAIT
                7.
                WRONG B's user: ERROR: connection does not exist
                real TIME-WAIT <-- <SEQ=309><ACK=106><CTL=FIN,ACK> <-- LAST-ACK
                A's user: end of the data
                TIME-WAIT --> <SEQ=106><ACK=310><CTL=ACK> --> CLOSED
                B's user: closed in good order
                8.
                both TIME-WAIT CLOSED
                """,
                """
                1.
                both ESTABLISHED ESTABLISHED
                2.
                merged FIN-WAIT-1 --> <SEQ=100><ACK=300><CTL=FIN,ACK> --> LAST-ACK
                B's user: end of the data
                real FIN-WAIT-1 --> <SEQ=100><ACK=300><CTL=FIN,ACK> --> CLOSE-WAIT
                B's user: end of the data
                3.
                merged TIME-WAIT <-- <SEQ=300><ACK=101><CTL=FIN,ACK> <-- LAST-ACK
                A's user: end of the data
                TIME-WAIT --> <SEQ=101><ACK=301><CTL=ACK> --> CLOSED
                B's user: closed in good order
                real FIN-WAIT-2 <-- <SEQ=300><ACK=101><CTL=ACK> <-- LAST-ACK
                TIME-WAIT <-- <SEQ=300><ACK=101><CTL=FIN,ACK> <-- LAST-ACK
                A's user: end of the data
                TIME-WAIT --> <SEQ=101><ACK=301><CTL=ACK> --> CLOSED
                B's user: closed in good order
                4.
                both TIME-WAIT CLOSED
                """,
            ]
        ),
        (
            "why-fin-number",
            [
                """
                1.
                both ESTABLISHED ESTABLISHED
                2.
                both ESTABLISHED --> <SEQ=100><ACK=300><DATA=3><CTL=PSH,ACK> --> ESTABLISHED
                B's user: "bye" arrives
                3.
                both FIN-WAIT-1 --> <SEQ=103><ACK=300><CTL=FIN,ACK> (lost) ESTABLISHED
                4.
                WRONG FIN-WAIT-2 <-- <SEQ=300><ACK=103><CTL=ACK> <-- ESTABLISHED
                real FIN-WAIT-1 <-- <SEQ=300><ACK=103><CTL=ACK> <-- ESTABLISHED
                5.
                real FIN-WAIT-1 --> <SEQ=103><ACK=300><CTL=FIN,ACK> --> CLOSE-WAIT
                B's user: end of the data
                FIN-WAIT-2 <-- <SEQ=300><ACK=104><CTL=ACK> <-- CLOSE-WAIT
                6.
                WRONG FIN-WAIT-2 ESTABLISHED
                real FIN-WAIT-2 CLOSE-WAIT
                """
            ]
        ),
        (
            "why-2msl",
            [
                """
                1.
                both ESTABLISHED ESTABLISHED
                2.
                both FIN-WAIT-1 --> <SEQ=100><ACK=300><CTL=FIN,ACK> --> CLOSE-WAIT
                B's user: end of the data
                FIN-WAIT-2 <-- <SEQ=300><ACK=101><CTL=ACK> <-- CLOSE-WAIT
                3.
                WRONG CLOSED <-- <SEQ=300><ACK=101><CTL=FIN,ACK> <-- LAST-ACK
                A's user: end of the data
                A's user: closed in good order
                real TIME-WAIT <-- <SEQ=300><ACK=101><CTL=FIN,ACK> <-- LAST-ACK
                A's user: end of the data
                4.
                WRONG CLOSED --> <SEQ=101><ACK=301><CTL=ACK> (lost) LAST-ACK
                real TIME-WAIT --> <SEQ=101><ACK=301><CTL=ACK> (lost) LAST-ACK
                5.
                WRONG CLOSED <-- <SEQ=300><ACK=101><CTL=FIN,ACK> <-- LAST-ACK
                CLOSED --> <SEQ=101><CTL=RST> --> CLOSED
                B's user: ERROR: connection reset
                real TIME-WAIT <-- <SEQ=300><ACK=101><CTL=FIN,ACK> <-- LAST-ACK
                TIME-WAIT --> <SEQ=101><ACK=301><CTL=ACK> --> CLOSED
                B's user: closed in good order
                6.
                WRONG CLOSED CLOSED
                real TIME-WAIT CLOSED
                """,
                """
                1.
                both ESTABLISHED ESTABLISHED
                2.
                both ESTABLISHED --> <SEQ=100><ACK=300><DATA=3><CTL=PSH,ACK> --> ESTABLISHED
                B's user: "one" arrives
                ESTABLISHED <-- <SEQ=300><ACK=103><CTL=ACK> <-- ESTABLISHED
                3.
                WRONG FIN-WAIT-1 --> <SEQ=103><ACK=300><CTL=FIN,ACK> --> CLOSE-WAIT
                B's user: end of the data
                FIN-WAIT-2 <-- <SEQ=300><ACK=104><CTL=ACK> <-- CLOSE-WAIT
                CLOSED <-- <SEQ=300><ACK=104><CTL=FIN,ACK> <-- LAST-ACK
                A's user: end of the data
                A's user: closed in good order
                CLOSED --> <SEQ=104><ACK=301><CTL=ACK> --> CLOSED
                B's user: closed in good order
                real FIN-WAIT-1 --> <SEQ=103><ACK=300><CTL=FIN,ACK> --> CLOSE-WAIT
                B's user: end of the data
                FIN-WAIT-2 <-- <SEQ=300><ACK=104><CTL=ACK> <-- CLOSE-WAIT
                TIME-WAIT <-- <SEQ=300><ACK=104><CTL=FIN,ACK> <-- LAST-ACK
                A's user: end of the data
                TIME-WAIT --> <SEQ=104><ACK=301><CTL=ACK> --> CLOSED
                B's user: closed in good order
                4.
                WRONG SYN-SENT --> <SEQ=99><CTL=SYN> --> SYN-RECEIVED
                ESTABLISHED <-- <SEQ=299><ACK=100><CTL=SYN,ACK> <-- SYN-RECEIVED
                A's user: open
                ESTABLISHED --> <SEQ=100><ACK=300><CTL=ACK> --> ESTABLISHED
                B's user: open
                real A's user: ERROR: connection already exists
                5.
                WRONG ... <SEQ=100><ACK=300><DATA=3><CTL=PSH,ACK> --> ESTABLISHED
                B's user: "one" arrives
                ESTABLISHED --> <SEQ=100><ACK=300><DATA=3><CTL=PSH,ACK> --> ESTABLISHED
                ESTABLISHED <-- <SEQ=300><ACK=103><CTL=ACK> <-- ESTABLISHED
                ESTABLISHED <-- <SEQ=300><ACK=103><CTL=ACK> <-- ESTABLISHED
                real A's user: ERROR: connection closing
                ... <SEQ=100><ACK=300><DATA=3><CTL=PSH,ACK> --> LISTEN
                TIME-WAIT <-- <SEQ=300><CTL=RST> <-- LISTEN
                6.
                real A's user: closed in good order
                SYN-SENT --> <SEQ=99><CTL=SYN> --> SYN-RECEIVED
                ESTABLISHED <-- <SEQ=299><ACK=100><CTL=SYN,ACK> <-- SYN-RECEIVED
                A's user: open
                ESTABLISHED --> <SEQ=100><ACK=300><DATA=3><CTL=PSH,ACK> --> ESTABLISHED
                B's user: open
                B's user: "two" arrives
                ESTABLISHED <-- <SEQ=300><ACK=103><CTL=ACK> <-- ESTABLISHED
                7.
                both ESTABLISHED ESTABLISHED
                """,
            ]
        ),
        (
            "why-isn",
            [
                """
                1.
                both ESTABLISHED ESTABLISHED
                2.
                WRONG ESTABLISHED --> <SEQ=1><ACK=1><DATA=3><CTL=PSH,ACK> --> ESTABLISHED
                B's user: "one" arrives
                ESTABLISHED <-- <SEQ=1><ACK=4><CTL=ACK> <-- ESTABLISHED
                real ESTABLISHED --> <SEQ=785721467><ACK=1950530450><DATA=3><CTL=PSH,ACK> --> ESTABLISHED
                B's user: "one" arrives
                ESTABLISHED <-- <SEQ=1950530450><ACK=785721470><CTL=ACK> <-- ESTABLISHED
                3.
                WRONG CLOSED --> <SEQ=4><ACK=1><CTL=RST,ACK> --> CLOSED
                B's user: ERROR: connection reset
                real CLOSED --> <SEQ=785721470><ACK=1950530450><CTL=RST,ACK> --> CLOSED
                B's user: ERROR: connection reset
                4.
                WRONG SYN-SENT --> <SEQ=0><CTL=SYN> --> SYN-RECEIVED
                ESTABLISHED <-- <SEQ=0><ACK=1><CTL=SYN,ACK> <-- SYN-RECEIVED
                A's user: open
                ESTABLISHED --> <SEQ=1><ACK=1><CTL=ACK> --> ESTABLISHED
                B's user: open
                real SYN-SENT --> <SEQ=785736466><CTL=SYN> --> SYN-RECEIVED
                ESTABLISHED <-- <SEQ=1950545449><ACK=785736467><CTL=SYN,ACK> <-- SYN-RECEIVED
                A's user: open
                ESTABLISHED --> <SEQ=785736467><ACK=1950545450><CTL=ACK> --> ESTABLISHED
                B's user: open
                5.
                WRONG ... <SEQ=1><ACK=1><DATA=3><CTL=PSH,ACK> --> ESTABLISHED
                B's user: "one" arrives
                ESTABLISHED --> <SEQ=1><ACK=1><DATA=3><CTL=PSH,ACK> --> ESTABLISHED
                ESTABLISHED <-- <SEQ=1><ACK=4><CTL=ACK> <-- ESTABLISHED
                ESTABLISHED <-- <SEQ=1><ACK=4><CTL=ACK> <-- ESTABLISHED
                real ... <SEQ=785721467><ACK=1950530450><DATA=3><CTL=PSH,ACK> --> ESTABLISHED
                ESTABLISHED --> <SEQ=785736467><ACK=1950545450><DATA=3><CTL=PSH,ACK> --> ESTABLISHED
                B's user: "two" arrives
                ESTABLISHED <-- <SEQ=1950545450><ACK=785736467><CTL=ACK> <-- ESTABLISHED
                ESTABLISHED <-- <SEQ=1950545450><ACK=785736470><CTL=ACK> <-- ESTABLISHED
                6.
                both ESTABLISHED ESTABLISHED
                """,
                """
                1.
                both CLOSED LISTEN
                2.
                both (forged) ... <SEQ=5000><CTL=SYN> --> SYN-RECEIVED
                3.
                WRONG CLOSED (lost) <SEQ=0><ACK=5001><CTL=SYN,ACK> <-- SYN-RECEIVED
                real CLOSED (lost) <SEQ=1950527949><ACK=5001><CTL=SYN,ACK> <-- SYN-RECEIVED
                4.
                WRONG (forged) ... <SEQ=5001><ACK=1><DATA=7><CTL=ACK> --> ESTABLISHED
                B's user: open
                B's user: "pay 100" arrives
                real (forged) ... <SEQ=5001><ACK=1><DATA=7><CTL=ACK> --> SYN-RECEIVED
                5.
                WRONG CLOSED (lost) <SEQ=1><ACK=5008><CTL=ACK> <-- ESTABLISHED
                real CLOSED (lost) <SEQ=1><CTL=RST> <-- SYN-RECEIVED
                6.
                WRONG CLOSED ESTABLISHED
                real CLOSED SYN-RECEIVED
                """,
            ]
        ),
    ]
}
