/** Deeper than any of our messages. Hosted services reject or survive deeper bodies; here they overflow the stack. */
const MAX_DEPTH = 64;

/** True for JSON text whose arrays and objects are nested deeper than 64 levels. Does not recurse. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < json.length; index++) {
    const character = json[index];
    if (isInString) {
      if (character === "\\") index++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "[" || character === "{") {
      if (++depth > MAX_DEPTH) return true;
    } else if (character === "]" || character === "}") depth--;
  }
  return false;
}
