/** The key code of a key that an input method handles (UI Events, legacy keys). */
const HANDLED_BY_INPUT_METHOD = 229;

/**
 * Whether a key belongs to an input method, in which Enter and the arrow keys choose and confirm characters. Safari ends the
 * composition before it reports the Enter that confirmed it, so only the key code tells there.
 */
export function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === HANDLED_BY_INPUT_METHOD;
}
