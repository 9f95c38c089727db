/** Text to take along: a button that copies what stands beside it. Without JavaScript there is the text to mark. */
class ScoutCopy extends HTMLElement {
  connectedCallback() {
    if (this.querySelector("button")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button small";
    button.textContent = this.getAttribute("label");
    button.addEventListener("click", () => this.copy(button));
    this.append(button);
  }

  async copy(button) {
    const text = this.querySelector("code");
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = this.getAttribute("done");
    } catch {
      getSelection().selectAllChildren(text); // no permission, or no secure page: ready for Ctrl-C
    }
  }
}

customElements.define("scout-copy", ScoutCopy);
