/** A short lesson text with the academy's markup. The floors show nothing else. */
export function LessonText() {
  return (
    <main>
      <h1>Lesson</h1>
      <div className="prose">
        <p>Check before you pass it on.</p>
      </div>
    </main>
  );
}
