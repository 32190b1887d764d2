import { FIRST_SIGHT_ID } from "../features/player/firstSightId.ts";
import { goToPlace } from "../features/player/textParts.ts";
import { PLACE_ATTRIBUTE } from "./pieces.ts";

// Stands in the player's document itself, behind the lesson that the worker may have put there: the reader is where the lesson
// was left in the first frame. As any script in a document it is run when the styles are here, by which a place is found.
const sight = document.getElementById(FIRST_SIGHT_ID);
if (sight) {
  const place = sight.getAttribute(PLACE_ATTRIBUTE);
  goToPlace(sight, place ? JSON.parse(place) : null);
  sight.removeAttribute(PLACE_ATTRIBUTE);
}
