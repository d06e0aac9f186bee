/** Folded text: lower case, without accents. Products and queries fold the same way, so the two compare. */

/** Letters that Unicode does not decompose into a base letter and a mark. */
const FOLDED: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

/** Whether `foldText` writes a letter otherwise than the engine does: `strasse` finds `Straße` only by a further spelling. */
export const hasLigature = (text: string): boolean => /[ßæœøł]/iu.test(text);

export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (!/[^ -~]/.test(lower)) return lower;
  return (
    lower
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      // One character can decompose into several letters, capitals among them: ㍱ is hPa.
      .toLowerCase()
      .replace(/[ßæœøłđı]/g, (letter) => FOLDED[letter] ?? letter)
  );
}
