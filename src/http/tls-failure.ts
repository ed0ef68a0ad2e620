export interface TlsFailure {
  readonly message: string;
  readonly hint: string;
}

export const TRUST =
  "Trust its authority with --tls-ca FILE, or accept any certificate with --no-tls-verify.";
const RENEW = "Renew the certificate, or accept any with --no-tls-verify.";
const SHOW_ONE = "Give a client certificate with --request-cert FILE and --request-cert-key FILE.";

/** What Node and OpenSSL say, by their codes: the texts that come with them are for whoever develops OpenSSL. */
const FAILURES: readonly (readonly [codes: RegExp, message: string, hint: string])[] = [
  [/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/, "its certificate is self-signed", TRUST],
  [
    /^UNABLE_TO_(GET_ISSUER_CERT|GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)$/,
    "its certificate is signed by an authority that is not trusted here",
    TRUST,
  ],
  [/^CERT_HAS_EXPIRED$/, "its certificate has expired", RENEW],
  [/^CERT_NOT_YET_VALID$/, "its certificate is not valid yet", "Check the clocks of both machines."],
  [/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE/, "it wants a client certificate", SHOW_ONE],
];

/** OpenSSL was answered with something that is no TLS: plain HTTP, nearly always. */
const PLAIN = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|wrong version number|packet length too long/;

/** Undefined where the failure is not one of TLS. */
export function tlsFailure(code: string, message: string): TlsFailure | undefined {
  if (PLAIN.test(code) || (isTlsCode(code) && PLAIN.test(message)))
    return {
      message: "it speaks plain HTTP, not TLS",
      hint: "Write http:// in place of https:// in its URL.",
    };
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    const names = /cert's (?:altnames|CN|list): (\S.*)$/.exec(message)?.[1];
    return {
      message: `its certificate is for another host${names === undefined ? "" : ` (${names.replace(/\.$/, "")})`}`,
      hint: "Use a host name that the certificate has, or accept any with --no-tls-verify.",
    };
  }
  const known = FAILURES.find(([codes]) => codes.test(code));
  if (known !== undefined) return { message: known[1], hint: known[2] };
  return isTlsCode(code) ? { message: `TLS failed: ${message || code}`, hint: TRUST } : undefined;
}

/** Certificates (`DEPTH_ZERO_SELF_SIGNED_CERT`, `CERT_HAS_EXPIRED` …), the handshake, and a plain-text peer. */
function isTlsCode(code: string): boolean {
  return /CERT|^ERR_(TLS|SSL)|^EPROTO$|^UNABLE_TO_/.test(code);
}
