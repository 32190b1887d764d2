import { zodResolver } from "@hookform/resolvers/zod";
import { createClient } from "@supabase/supabase-js";
import { Dexie, type EntityTable } from "dexie";
import { useLiveQuery } from "dexie-react-hooks";
import { useForm } from "react-hook-form";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { z } from "zod";
import { mount } from "./mount.tsx";

// A page that loads all of the academy's libraries at the start: a lesson, its answer form and the client.
type Lesson = { id: string; text: string };
const db = new Dexie("naive") as Dexie & { lessons: EntityTable<Lesson, "id"> }; // tables are added by stores()
db.version(1).stores({ lessons: "id" });
const client = createClient(location.origin, "sb_publishable_floor");
const answerSchema = z.object({ answer: z.string().min(1) });

function LessonPage() {
  const lesson = useLiveQuery(() => db.lessons.get("1"));
  const form = useForm({ resolver: zodResolver(answerSchema), defaultValues: { answer: "" } });
  const save = form.handleSubmit(async ({ answer }) => {
    await client.from("answers").insert({ answer });
  });
  return (
    <main className="prose">
      <p>{lesson?.text}</p>
      <form onSubmit={save}>
        <input {...form.register("answer")} />
      </form>
    </main>
  );
}

mount(<RouterProvider router={createBrowserRouter([{ path: "*", Component: LessonPage }])} />);
