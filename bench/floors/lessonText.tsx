/** A lesson's text as the academy marks it up, short: the floors show what they are for and no more. */
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
