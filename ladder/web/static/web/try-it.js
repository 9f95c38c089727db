// Swagger UI is dark where our pages are.
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => {
  const { theme } = document.documentElement.dataset;
  document.documentElement.classList.toggle("dark-mode", theme ? theme === "dark" : dark.matches);
};
dark.addEventListener("change", follow);
follow();
