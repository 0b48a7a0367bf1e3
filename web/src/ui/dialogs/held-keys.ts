/** Limit while the code of the dialog loads, in milliseconds. */
const loadingMs = 10_000
/** Limit from then until a field has the focus, in milliseconds. */
const focusMs = 1500

const dialogs = '[role="dialog"], [role="alertdialog"]'
const textFields =
  'input:not([type="checkbox"], [type="radio"], [type="file"], [readonly]), textarea:not([readonly])'
/** Keys with a meaning of their own everywhere. */
const free = /^(?:F\d+|Shift|Control|Alt|AltGraph|Meta|CapsLock|Dead)$/

type TextField = HTMLInputElement | HTMLTextAreaElement

const isTextField = (element: Element | null): element is TextField =>
  element instanceof HTMLElement && element.matches(textFields) && element.closest(dialogs) !== null

/** Adds to the text of a field as if it were typed; React reads the value when the event arrives. */
function append(field: TextField, text: string): void {
  const whole = field.value + text
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  const { set } = Object.getOwnPropertyDescriptor(kind.prototype, 'value') ?? {}
  set?.call(field, field.maxLength > 0 ? whole.slice(0, field.maxLength) : whole)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

let stopLast = () => {}

/**
 * Holds the keys typed while a dialog loads, so that they do not act as shortcuts, and types them into the first field
 * of the dialog that has the focus. Escape cancels the opening; a click, Ctrl and Alt work as ever.
 * @returns to be called once the dialog is shown or not wanted any more
 */
export function holdKeys(onCancel: () => void): () => void {
  let text = ''
  let hasEnter = false
  let isShown = false
  stopLast()

  const stop = () => {
    clearTimeout(limit)
    window.removeEventListener('keydown', hold, true)
    window.removeEventListener('pointerdown', stop, true)
    document.removeEventListener('focusin', meet)
  }
  const deliver = () => {
    const field = document.activeElement
    if (!isTextField(field)) return
    stop()
    if (text !== '') append(field, text)
    if (!hasEnter) return
    // After the field has shown what was typed.
    const enter = new KeyboardEvent('keydown', {
      key: 'Enter',
      code: 'Enter',
      bubbles: true,
      cancelable: true,
    })
    setTimeout(() => field.dispatchEvent(enter), 0)
  }
  function meet({ target }: FocusEvent): void {
    if (!(target instanceof Element) || target.closest(dialogs) === null) return
    // Not while React still shows the dialog: a change of the field would be lost.
    if (isTextField(target)) setTimeout(deliver, 0)
    else if (isShown && target.matches('button, a, [role="combobox"], [role="slider"]')) stop()
  }
  function hold(event: KeyboardEvent): void {
    const { key } = event
    const isCharacter = [...key].length === 1
    const hasModifier =
      event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'))
    if (hasModifier || event.isComposing || free.test(key)) return
    // It may have no field to type into.
    if (isShown && key === 'Tab' && text === '') {
      stop()
      return
    }
    if (key === 'Escape') {
      stop()
      if (isShown) return
      onCancel()
    } else if (event.repeat && text === '') {
      // The key that opens the dialog is still held down.
    } else if (key === 'Backspace') text = [...text].slice(0, -1).join('')
    else if (key === 'Enter') hasEnter = text !== ''
    else if (isCharacter && !hasEnter) text += key
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  let limit = setTimeout(stop, loadingMs)
  stopLast = stop
  // Before every other listener.
  window.addEventListener('keydown', hold, true)
  window.addEventListener('pointerdown', stop, true)
  document.addEventListener('focusin', meet)
  return () => {
    isShown = true
    clearTimeout(limit)
    limit = setTimeout(() => {
      if (document.querySelector(dialogs) === null) stop()
      else limit = setTimeout(stop, focusMs)
    }, 0)
  }
}
