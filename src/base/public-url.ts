const USER = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#\s]*@/i;

const SECRET_PARAMETER = /([?&][^=&#]*(?:key|token|secret|pass|auth|sig|session)[^=&#]*=)[^&#]*/gi;

/**
 * An address as it may be shown and stored: without user and password, and without what its query calls a secret. Any
 * other text is left as it is, so a path may be given as well.
 */
export function publicUrl(text: string): string {
  return USER.test(text) || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? text.replace(USER, "$1").replaceAll(SECRET_PARAMETER, "$1[Filtered]")
    : text;
}
