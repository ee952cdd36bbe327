// Where the script of a lesson begins that has no run on its page.
import { startExercises } from "./exercise.js";

startExercises();
