/** Returns "Passkey", or "Passkey 2" if that is taken: the auth server requires a unique name for every factor. */
export function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number += 1) name = `${wanted} ${number}`;
  return name;
}
