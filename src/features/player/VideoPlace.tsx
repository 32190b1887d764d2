/** Where a lesson's video will be, as high as with what stands below it. */
export function VideoPlace() {
  return <div className="mb-14 aspect-video rounded-card border border-line" />;
}
