// Where the script begins.
import { startExercises } from "./exercise.js";
import { startPage } from "./page.js";

startPage();
startExercises();
