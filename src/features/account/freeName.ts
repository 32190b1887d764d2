/** "Passkey", or "Passkey 2" when that is taken: the auth server wants every factor's name to be another. */
export function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number += 1) name = `${wanted} ${number}`;
  return name;
}
