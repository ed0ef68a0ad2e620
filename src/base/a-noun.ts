/**
 * `a player`, `an enrolment`: by how a name sounds, as far as its first letters tell. Names of resources begin with `u`
 * mostly as in `user` and `unit`, at times as in `upload`.
 */
export function aNoun(noun: string): string {
  const isVowel =
    /^(?:[aio]|e(?!u)|u(?!n[io]|r[il]|s|t|u|k)|hour|honou?r|heir)/i.test(noun) && !/^one?\b/i.test(noun);
  return `${isVowel ? "an" : "a"} ${noun}`;
}
