import { translatePage } from "./translator.ts";

// As Firefox, because many tests look at the elements around a text.
if (typeof document !== "undefined") translatePage("Firefox");
