// Where the script begins.
import { startPage } from "./page.js";

startPage();
