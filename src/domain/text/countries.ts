/** ISO 3166 codes with their English names. The browser knows the names, and has no list of the codes. */
export function countryNames(): [code: string, name: string][] {
  const names = new Intl.DisplayNames("en-GB", { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code): [string, string][] => {
      const name = names.of(code);
      // Codes that were replaced have their successor's name. The rest are groups of countries and placeholders.
      const isCurrent =
        new Intl.Locale(`und-${code}`).region === code && !/^(EU|EZ|QO|UN|X[AB]|ZZ)$/.test(code);
      return name && isCurrent ? [[code, name]] : [];
    })
    .sort(([, one], [, other]) => one.localeCompare(other));
}
