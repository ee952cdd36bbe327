/// TLS 1.3 (RFC 8446): what has a name of its own in this version, and another form than in TLS 1.2.
///
/// What both versions share stands in `Common`: one ClientHello serves both, and a ServerHello decides which goes on. RFC 9846 took
/// the place of RFC 8446 in July 2026. It is the same protocol; its section 4 is numbered anew, and it says "main secret" where RFC 8446
/// says "master secret". The labels on the wire stay. Citations here are of RFC 8446.
public enum TLS13 {}
