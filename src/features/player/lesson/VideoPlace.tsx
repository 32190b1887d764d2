/** Reserves the space of a lesson's video and the controls below it. */
export function VideoPlace() {
  return <div className="mb-14 aspect-video rounded-card border border-line" />;
}
