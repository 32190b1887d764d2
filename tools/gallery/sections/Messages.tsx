import { Banner } from "../../../src/ui/Banner.tsx";
import { Button } from "../../../src/ui/Button.tsx";
import { EmptyState } from "../../../src/ui/EmptyState.tsx";
import { toast } from "../../../src/ui/overlay/toast.ts";
import { Specimen } from "../Specimen.tsx";

const TONES = ["neutral", "note", "done", "highlight", "danger"] as const;

export function Messages() {
  return (
    <>
      <Specimen title="Banner">
        <div className="flex flex-col gap-4">
          {TONES.map((tone) => (
            <Banner
              key={tone}
              tone={tone}
              title={tone}
              action={<Button variant="secondary">Try again</Button>}
            >
              What happened, what was kept and what to do.
            </Banner>
          ))}
          <Banner>One line without a title.</Banner>
        </div>
      </Specimen>
      <Specimen
        title="Toast"
        note="Announced; stays while pointed at or focused. A failure stays until it is dismissed."
      >
        <div className="flex flex-wrap gap-4">
          <Button
            variant="secondary"
            onClick={() =>
              toast({
                title: "Message Sent! ✉️",
                description: "Thank you for contacting us. We'll get back to you soon!",
              })
            }
          >
            Show a message
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              toast({
                title: "Error",
                description: "Failed to send message. Please try again.",
                variant: "destructive",
              })
            }
          >
            Show a failure
          </Button>
        </div>
      </Specimen>
      <Specimen title="Nothing here yet">
        <EmptyState title="No courses match" action={<Button variant="secondary">Show all courses</Button>}>
          Try another word, or take a category away.
        </EmptyState>
      </Specimen>
    </>
  );
}
