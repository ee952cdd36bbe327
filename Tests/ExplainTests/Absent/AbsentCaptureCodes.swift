import Capture
import Simulator

/// Captures in which a code about the capture, the path or the application must not stand.
extension AbsentCode {
    private static let visit = """
        0 open 20
        21 C > S PSH,ACK len 300
        41 S > C ACK
        42 S > C PSH,ACK len 1448 times 3 every 1
        62 C > S ACK
        70 close 20
        """
    private static let open = "0 open 20\n21 C > S PSH,ACK len 100\n41 S > C ACK\n"

    static let absentOfCapture: [AbsentCode] = [
        AbsentCode("healthy", "the connection was refused", "0 C > S SYN mss 1460\n10 S > C RST,ACK seq -1 ack 0"),
        AbsentCode("healthy", "the handshake was not finished", "0 C > S SYN mss 1460\n20 S > C SYN,ACK mss 1460"),
        AbsentCode("capture.truncated_file", "the connection is open, the file is whole", open),
        AbsentCode("capture.malformed", "a block of an unknown type") {
            CaptureScript(visit).file + [0x78, 0x56, 0, 0, 16, 0, 0, 0, 1, 2, 3, 4, 16, 0, 0, 0]
        },
        AbsentCode("capture.nothing", "one SYN among other datagrams") {
            PcapFile.header() + PcapFile.record(PcapFile.datagram(17, [1, 0xbb, 2, 0, 0, 12, 0, 0, 1, 2, 3, 4]), at: 5)
                + PcapFile.record(CaptureScript("0 C > S SYN mss 1460").packets[0].frame, at: 6)
        },
        AbsentCode("capture.snap_length", "a snap length that cuts no packet") {
            PcapFile.header(snap: 96)
                + CaptureScript("0 open 20\n30 close 20").packets.flatMap {
                    PcapFile.record($0.frame, at: Int($0.timestamp))
                }
        },
        AbsentCode(
            "capture.missing_segments", "the gap is filled by a retransmission",
            """
            0 open 20
            21 S > C ACK seq 1448 len 1448
            21.1 C > S ACK ack 0 sack 1448-2896
            41.5 S > C ACK seq 0 len 1448
            42 C > S ACK ack 2896
            """),
        AbsentCode(
            "capture.missing_segments", "a segment with a wrong checksum that was acknowledged",
            """
            0 open 20
            21 S > C ACK len 1000 bad
            21.1 S > C ACK len 1000
            22 C > S ACK ack 2000
            40 C > S FIN,ACK ack 2000
            60 S > C FIN,ACK
            60.1 C > S ACK ack 2001
            """),
        AbsentCode(
            "capture.one_direction", "the other side is silent: nothing of it is acknowledged",
            "0 C > S SYN mss 1460\n1000 C > S SYN mss 1460\n3000 C > S SYN mss 1460"),
        AbsentCode(
            "capture.midstream", "the SYN stands behind the SYN,ACK in the file",
            """
            20 S > C SYN,ACK seq -1 ack 0 mss 1460
            0.1 C > S SYN mss 1460
            20.1 C > S ACK ack 0
            21 C > S PSH,ACK len 100
            41 S > C ACK
            60 close 20
            """),
        AbsentCode("capture.ends_early", "one side has closed", open + "60 C > S FIN,ACK\n80 S > C ACK"),
        AbsentCode("capture.ends_early", "a reset", open + "60 S > C RST,ACK"),
        AbsentCode(
            "capture.duplicate_frames", "everything is sent again, with new identifications",
            """
            0 open 20
            21 C > S PSH,ACK len 100
            21.1 C > S PSH,ACK seq 0 len 100
            41 S > C ACK
            41.1 S > C ACK sack 0-100
            42 S > C PSH,ACK len 100
            42.1 S > C PSH,ACK seq 0 len 100
            43 C > S ACK
            43.1 C > S ACK sack 0-100
            60 close 20
            """),
        AbsentCode(
            "capture.checksum_offload", "damaged on the way, and sent again",
            """
            0 open 20
            21 S > C ACK len 1000 bad
            45 S > C ACK seq 0 len 1000
            45.1 C > S ACK ack 1000
            """),
        AbsentCode(
            "capture.segmentation_offload", "a segment of the MSS, without options",
            """
            0 C > S SYN mss 1460
            20 S > C SYN,ACK mss 1460
            20.1 C > S ACK
            21 S > C ACK len 1460
            22 C > S ACK
            40 close 20
            """),
        AbsentCode(
            "capture.time_backwards", "two queues of a card, half a millisecond apart",
            "5000 open 20\n5021 C > S PSH,ACK len 100\n5020.5 S > C ACK\n5060 close 20"),
        AbsentCode("capture.no_times", "times begin at zero", visit),
        AbsentCode("capture.fragments", "the fragments carry UDP") {
            PcapFile.header()
                + [(0x2000, 16), (2, 8)].flatMap {
                    PcapFile.record(
                        PcapFile.datagram(17, [UInt8](repeating: 7, count: $0.1), fragment: $0.0, id: 77), at: 5)
                }
                + CaptureScript(visit).packets.flatMap { PcapFile.record($0.frame, at: Int($0.timestamp) + 9) }
        },
        AbsentCode("capture.secrets_unused", "the secrets in the file open its session", visit: Visit.Options(seed: 7)),
        AbsentCode("capture.undecided", "asked, answered and closed", visit),
        AbsentCode(
            "capture.undecided", "the server speaks when it likes, and nothing is asked",
            open
                + "9000 S > C PSH,ACK len 50\n9000.1 C > S ACK\n19000 S > C PSH,ACK len 50\n19000.1 C > S ACK\n20000 close 20"
        ),
        AbsentCode("path.fragmentation_needed", "no route") {
            CaptureScript.file("0 C > S SYN mss 1460", report: [3, 0])
        },
        AbsentCode("path.unreachable", "a router announces a smaller MTU") {
            CaptureScript.file(visit, report: [3, 4])
        },
        AbsentCode("path.ttl_exceeded", "a filter says so") {
            CaptureScript.file("0 C > S SYN mss 1460", report: [3, 13])
        },
        AbsentCode(
            "path.mtu_black_hole", "nothing is answered, large or small",
            """
            0 open 20
            21 C > S ACK len 1448 lost
            21.1 C > S PSH,ACK len 300 lost
            341 C > S ACK seq 0 len 1448 lost
            941 C > S ACK seq 0 len 1448 lost
            2141 C > S ACK seq 0 len 1448 lost
            4541 C > S ACK seq 0 len 1448 lost
            """),
        AbsentCode(
            "path.mtu_black_hole", "a large segment had arrived before",
            """
            0 open 20
            21 C > S ACK len 1448
            41 S > C ACK
            42 C > S ACK len 1448 lost
            342 C > S ACK seq 1448 len 1448 lost
            942 C > S ACK seq 1448 len 1448 lost
            2142 C > S ACK seq 1448 len 1448 lost
            """),
        AbsentCode(
            "path.queueing", "one acknowledgment of thirty is late",
            "0 open 20 S C\n"
                + (0..<30).map {
                    "\(30 + 600 * $0) S > C ACK len 1448\n\(50 + 600 * $0 + ($0 == 9 ? 380 : 0)) C > S ACK"
                }
                .joined(separator: "\n") + "\n20000 close 20 S C"),
        AbsentCode(
            "path.queueing", "beside the receiver, which confirms late",
            "0 open 20\n"
                + (0..<30).map { "\(30 + 600 * $0) S > C ACK len 1448\n\(31 + 600 * $0 + min(400, 20 * $0)) C > S ACK" }
                .joined(separator: "\n") + "\n20000 close 20"),
        AbsentCode(
            "app.slow_answer", "the client thinks, the server answers at once",
            open + "42 S > C PSH,ACK len 100\n43 C > S ACK\n9000 C > S PSH,ACK \(text("GET / HTTP/1.1\r\n\r\n"))\n"
                + "9020 S > C PSH,ACK \(text("HTTP/1.1 200 OK\r\n\r\n"))\n9020.1 C > S ACK\n9100 close 20"),
        AbsentCode(
            "app.slow_answer", "the answer was lost, and sent again",
            "0 open 20 S C\n1 C > S PSH,ACK \(text("GET / HTTP/1.1\r\n\r\n"))\n1.1 S > C ACK\n"
                + "5 S > C PSH,ACK \(text("HTTP/1.1 200 OK\r\n\r\n")) lost\n"
                + "1205 S > C PSH,ACK seq 0 \(text("HTTP/1.1 200 OK\r\n\r\n"))\n1225 C > S ACK\n1300 close 20"),
    ]
}
