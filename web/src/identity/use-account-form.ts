import { type FormEvent, useRef, useState } from 'react'
import { useUnsaved } from '../ui/unsaved.ts'

/** Returns why a value is invalid, as a text key or as words; null if it is valid. */
type Judge<Values> = (value: string, values: Values) => string | null

interface Options<Values> {
  initial: Values
  /** The saved values, if leaving the page must not lose what differs from them. */
  saved?: Values
  judges: { [Name in keyof Values]?: Judge<Values> }
  /** Called with valid values. Report refusals of fields or of the form through `form`. */
  submit: (values: Values, form: FormHandle<Values>) => Promise<void>
}
interface FormHandle<Values> {
  setFieldError: (name: keyof Values, reason: string) => void
  setFormError: (message: string) => void
  focus: (name: keyof Values) => void
}

export interface BoundField {
  name: string
  value: string
  error: string | null
  onChange: (value: string) => void
  onBlur: () => void
  ref: (element: HTMLInputElement | null) => void
}

/**
 * State of a small form of text fields, for pages that must load fast. Fields are validated on submit, and invalid
 * ones again on each change; the first invalid one is focused.
 */
export function useAccountForm<Values extends Record<string, string>>(options: Options<Values>) {
  const { initial, saved, judges, submit } = options
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<{ [Name in keyof Values]?: string | null }>({})
  const [formError, setFormError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  useUnsaved(
    saved !== undefined && !isBusy && Object.keys(saved).some((name) => values[name] !== saved[name]),
  )
  const elements = useRef(new Map<keyof Values, HTMLInputElement>())

  const judge = (name: keyof Values, all: Values) => judges[name]?.(all[name] ?? '', all) ?? null
  const focus = (name: keyof Values) => elements.current.get(name)?.focus()
  const setFieldError = (name: keyof Values, reason: string) => {
    setErrors((before) => ({ ...before, [name]: reason }))
    focus(name)
  }

  /** Validates one field and returns whether it is valid. */
  const check = (name: keyof Values): boolean => {
    const reason = judge(name, values)
    setErrors((before) => ({ ...before, [name]: reason }))
    if (reason !== null) focus(name)
    return reason === null
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const names = Object.keys(values) as (keyof Values)[]
    const shown = names.filter((name) => elements.current.has(name))
    const found = Object.fromEntries(shown.map((name) => [name, judge(name, values)])) as typeof errors
    setErrors(found)
    setFormError(null)
    const refused = shown.find((name) => found[name] !== null)
    if (refused !== undefined) {
      focus(refused)
      return
    }
    setBusy(true)
    try {
      await submit(values, { setFieldError, setFormError, focus })
    } finally {
      setBusy(false)
    }
  }

  const field = (name: keyof Values & string): BoundField => ({
    name,
    value: values[name] ?? '',
    error: errors[name] ?? null,
    onChange: (value) => {
      const next = { ...values, [name]: value }
      setValues(next)
      if (errors[name]) setErrors({ ...errors, [name]: judge(name, next) })
    },
    onBlur: () => {
      if (values[name] !== '') setErrors((before) => ({ ...before, [name]: judge(name, values) }))
    },
    ref: (element) => {
      if (element === null) elements.current.delete(name)
      else elements.current.set(name, element)
    },
  })

  return {
    values,
    field,
    check,
    focus,
    isBusy,
    error: formError,
    setError: setFormError,
    onSubmit: (event: FormEvent) => void send(event),
  }
}
