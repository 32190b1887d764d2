import { LessonText } from "./lessonText.tsx";
import { mount } from "./mount.tsx";

// The floor for Lighthouse: React and a page of text.
mount(<LessonText />);
