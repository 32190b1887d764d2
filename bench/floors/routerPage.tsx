import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { LessonText } from "./lessonText.tsx";
import { mount } from "./mount.tsx";

// The floor of a public page: React with the data router.
mount(<RouterProvider router={createBrowserRouter([{ path: "*", Component: LessonText }])} />);
