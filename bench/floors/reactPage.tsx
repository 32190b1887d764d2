import { LessonText } from "./lessonText.tsx";
import { mount } from "./mount.tsx";

// The floor of Lighthouse's figures: React and a page of text.
mount(<LessonText />);
