// Where the script of a lesson begins that has no run on its page.
import { startExercises } from "./exercise.js";
import { handPlaceOn } from "./other.js";

startExercises();
handPlaceOn();
