import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Popper from '@mui/material/Popper'
import TextField from '@mui/material/TextField'
import { type EventPerson, listEventPeople } from '@rumbo/contract/events.comments.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useEndpoint } from '../../app/data/use-data.ts'
import { useDelayed } from '../../ui/hooks/use-delayed.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useUnsaved } from '../../ui/unsaved.ts'
import { isNameOf, mentionAt, mentionedIn, withMention } from './mention.rules.ts'

interface CommentFieldProps {
  eventId: string
  label: string
  submitLabel: string
  /** Default: empty. */
  initialText?: string
  /** People already named in the text. */
  named?: readonly Pick<EventPerson, 'id' | 'displayName'>[]
  isBusy: boolean
  error: string | null
  /** Resolves to whether it was saved: the field is then emptied. */
  onSubmit: (text: string, mentions: string[]) => Promise<boolean>
  /** With it, there is a button beside the other. */
  onCancel?: () => void
}

const longestComment = 2000

/** A text about an event; typing `@` proposes people who may read the event. */
export function CommentField(props: CommentFieldProps) {
  const {
    eventId,
    label,
    submitLabel,
    initialText = '',
    named = [],
    isBusy,
    error,
    onSubmit,
    onCancel,
  } = props
  const { t } = useText()
  const listId = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(initialText)
  const [caret, setCaret] = useState(initialText.length)
  const [known, setKnown] = useState(named)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [at, setAt] = useState(0)
  const placed = useRef<number | null>(null)
  useUnsaved(text.trim() !== initialText.trim())
  const mention = mentionAt(text, caret)
  const search = useDelayed(mention?.name ?? '', 150)
  const people = useEndpoint(
    listEventPeople,
    { params: { id: eventId }, query: { search } },
    { enabled: mention !== null, placeholderData: keepPreviousData },
  )
  // While the answer for what was typed is on its way, those of the last one whose names still fit.
  const isCurrent = search === mention?.name && !people.isPlaceholderData
  const found = (people.data?.items ?? []).filter(
    ({ displayName }) => isCurrent || isNameOf(mention?.name ?? '', displayName),
  )
  const offered = mention === null || mention.start === closedAt ? [] : found
  const chosen = Math.min(at, offered.length - 1)
  const optionId = (index: number) => `${listId}-${index}`

  // A caret set before the new text is rendered would be lost.
  useLayoutEffect(() => {
    if (placed.current === null) return
    input.current?.setSelectionRange(placed.current, placed.current)
    placed.current = null
  })
  const choose = (person: EventPerson | undefined) => {
    if (person === undefined || mention === null) return
    const next = withMention(text, mention, person)
    setKnown((before) => [...before, person])
    setText(next.text)
    setCaret(next.caret)
    // What follows the name would still be found as a mention.
    setClosedAt(mention.start)
    placed.current = next.caret
    input.current?.focus()
  }
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (text.trim() === '' || isBusy) return
    if (!(await onSubmit(text.trim(), mentionedIn(text, known)))) return
    setText('')
    setCaret(0)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event)
    if (offered.length === 0) return
    const steps: Record<string, () => void> = {
      ArrowDown: () => setAt((chosen + 1) % offered.length),
      ArrowUp: () => setAt((chosen + offered.length - 1) % offered.length),
      Enter: () => choose(offered[chosen]),
      Tab: () => choose(offered[chosen]),
      Escape: () => setClosedAt(mention?.start ?? null),
    }
    const step = event.ctrlKey || event.metaKey || event.shiftKey ? undefined : steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    // Escape closes the proposals, not the dialog around them.
    event.stopPropagation()
    step()
  }
  const follow = (typed: string, next: number) => {
    if (mentionAt(typed, next)?.start !== mention?.start) setClosedAt(null)
    setAt(0)
    setText(typed)
    setCaret(next)
  }
  return (
    <Box component="form" onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: '8px' }}>
      <TextField
        inputRef={input}
        label={label}
        value={text}
        multiline
        minRows={2}
        maxRows={8}
        fullWidth
        error={error !== null}
        helperText={error ?? t('events.comments.hint')}
        onChange={({ target }) => follow(target.value, target.selectionStart ?? target.value.length)}
        onSelect={({ target }) => setCaret((target as HTMLTextAreaElement).selectionStart)}
        onKeyDown={press}
        onBlur={() => setClosedAt(mention?.start ?? null)}
        slotProps={{
          htmlInput: {
            maxLength: longestComment,
            'aria-autocomplete': 'list',
            'aria-expanded': offered.length > 0,
            'aria-controls': offered.length > 0 ? listId : undefined,
            'aria-activedescendant': offered.length > 0 ? optionId(chosen) : undefined,
            role: 'combobox',
          },
        }}
      />
      <Popper
        open={offered.length > 0}
        anchorEl={() => input.current ?? document.body}
        placement="bottom-start"
        sx={{ zIndex: 1500, width: input.current?.offsetWidth }}
      >
        <Paper elevation={8} sx={{ maxHeight: 240, overflow: 'auto', py: '4px' }}>
          <Box
            component="ul"
            role="listbox"
            id={listId}
            aria-label={t('events.comments.people')}
            sx={{ m: 0, p: 0, listStyle: 'none' }}
          >
            {offered.map((person, index) => (
              <Box
                component="li"
                key={person.id}
                id={optionId(index)}
                role="option"
                aria-selected={index === chosen}
                // The field keeps the focus.
                onMouseDown={(event) => {
                  event.preventDefault()
                  choose(person)
                }}
                sx={{
                  px: '14px',
                  py: '8px',
                  cursor: 'pointer',
                  '&[aria-selected="true"], &:hover': { backgroundColor: token('primarySoft') },
                }}
              >
                {person.displayName}
              </Box>
            ))}
          </Box>
        </Paper>
      </Popper>
      <Box sx={{ display: 'flex', gap: '8px', justifyContent: 'flex-end' }}>
        {onCancel && <Button onClick={onCancel}>{t('ui.cancel')}</Button>}
        <Button type="submit" variant="outlined" loading={isBusy} disabled={text.trim() === ''}>
          {submitLabel}
        </Button>
      </Box>
    </Box>
  )
}
