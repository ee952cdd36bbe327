/// The namespace of TLS 1.3 (RFC 8446), for the types that have the same name and another form in TLS 1.2.
///
/// The types that both versions share are in `Common`: one ClientHello serves both, and the ServerHello decides the version. RFC 9846 took
/// the place of RFC 8446 in July 2026. It is the same protocol; its section 4 is numbered anew, and it says "main secret" where RFC 8446
/// says "master secret". The labels on the wire stay. Citations here are of RFC 8446.
public enum TLS13 {}
