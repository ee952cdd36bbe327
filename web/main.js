// The page: reads the document and shows it.

function start() {
  const data = document.getElementById("hs-data");
  const value = JSON.parse(data.textContent);
  document.getElementById("hs-page").textContent = value.runs[0].label;
}

start();
