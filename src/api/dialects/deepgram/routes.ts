import type { Route } from "#src/api/route.ts";
import { grant } from "./grant-route.ts";
import { listen } from "./listen-route.ts";
import { modelsRoutes } from "./models-routes.ts";
import { projectsRoutes } from "./projects-routes.ts";
import { speak } from "./speak-route.ts";

/** What Deepgram's clients call. */
export const deepgramRoutes: readonly Route[] = [listen, speak, grant, ...modelsRoutes, ...projectsRoutes];
