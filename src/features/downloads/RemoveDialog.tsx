import { removeLessons } from "../../db/downloads.ts";
import type { Download } from "../../db/useDownloads.ts";
import { byteSize } from "../../domain/byteSize.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useAsyncAction } from "./useAsyncAction.ts";

type Props = { lessons: readonly Download[]; isOnline: boolean; onClose: () => void };

/** Asks for confirmation, because an offline learner could no longer read the lessons. */
export function RemoveDialog({ lessons, isOnline, onClose }: Props) {
  const { isBusy, act } = useAsyncAction();
  const [only] = lessons;
  const bytes = lessons.reduce((sum, lesson) => sum + lesson.hereBytes, 0);
  const what = lessons.length === 1 && only ? `lesson ${only.lessonId}` : `${lessons.length} lessons`;
  const remove = async () => {
    await removeLessons(lessons.map(({ lessonId }) => lessonId));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Remove ${what} from this device?`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => act(remove)}>
            Remove
          </Button>
        </>
      }
    >
      <p>
        This frees {byteSize(bytes)}. Your progress, quizzes, workbook and notes stay. You can download it
        again, or open it when you are online.
      </p>
      {!isOnline && (
        <Banner tone="highlight">
          You are offline: you cannot read what you remove until you are back online.
        </Banner>
      )}
    </Dialog>
  );
}
