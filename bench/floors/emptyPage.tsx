import { mount } from "./mount.tsx";

// The floor of an offline start and of Lighthouse: React and a service worker, nothing else.
mount(<LessonText />);
addEventListener("load", () => void navigator.serviceWorker.register("./sw.js"));

/** A short lesson text with the academy's markup. The floors show nothing else. */
function LessonText() {
  return (
    <main>
      <h1>Lesson</h1>
      <div className="prose">
        <p>Check before you pass it on.</p>
      </div>
    </main>
  );
}
