import { LessonText } from "./lessonText.tsx";
import { mount } from "./mount.tsx";

// The floor of an offline start: React and a service worker, nothing else.
mount(<LessonText />);
addEventListener("load", () => void navigator.serviceWorker.register("./sw.js"));
