import { applyStoredReading } from "../platform/storedReading.ts";

// Stands in the head of the player's document itself: its first frame waits for no file but its styles.
applyStoredReading();
