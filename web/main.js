// Where the script begins.
import { startExercises } from "./exercise.js";
import { handPlaceOn } from "./other.js";
import { startPage } from "./page.js";

startPage();
startExercises();
handPlaceOn();
