const fields =
  'input:not([type="hidden"], [type="checkbox"], [type="radio"], [type="file"], [readonly]), textarea:not([readonly]), [role="combobox"]:not([aria-readonly="true"])'

/** Moves the focus of an opening dialog to its first field that can be filled; without one, it stays with the dialog. */
export function focusFirstField(dialog: HTMLElement): void {
  if (dialog.contains(document.activeElement)) return
  const first = [...dialog.querySelectorAll<HTMLElement>(fields)].find(
    (field) => !field.matches(':disabled, [aria-disabled="true"], [aria-hidden="true"]'),
  )
  first?.focus()
}
