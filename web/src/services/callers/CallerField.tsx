import PersonAddAlt1Outlined from '@mui/icons-material/PersonAddAlt1Outlined'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { type Contact, listContacts, readContact } from '@rumbo/contract/directory.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { contactName } from '../../directory/contact-draft.rules.ts'
import { useDelayed } from '../../ui/hooks/use-delayed.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

type Option = { is: 'known'; contact: Contact } | { is: 'new' }
const newCaller: Option = { is: 'new' }
const keyOf = (option: Option) => (option.is === 'new' ? 'new' : option.contact.id)

interface CallerFieldProps {
  companyId: string
  contactId: string | null
  /** The caller is to be added with the service. */
  isNew: boolean
  mayCreate: boolean
  error: string | undefined
  onChoose: (contact: Contact | null) => void
  /** Nobody of the directory: what was typed is their phone or their name. */
  onNew: (typed: string) => void
}

const typingPauseMs = 200

/** Who calls: found by number or name while typing; somebody unknown is added without leaving the form. */
export function CallerField(props: CallerFieldProps) {
  const { companyId, contactId, isNew, mayCreate, error, onChoose, onNew } = props
  const { t } = useText()
  const message = useErrorMessage()
  const [typed, setTyped] = useState('')
  const [kept, setKept] = useState<Contact | null>(null)
  /** Enter was pressed before the answer came. */
  const [isEntered, setEntered] = useState(false)
  const search = useDelayed(typed.trim(), typingPauseMs)
  const contacts = useEndpoint(
    listContacts,
    { query: { companyId, search, size: 8, sort: 'firstName' } },
    { placeholderData: keepPreviousData },
  )
  const isSettled = typed.trim() === search && !contacts.isFetching && !contacts.isError
  // Results belong to the text they were asked for: none of another text can be chosen.
  const found = isSettled ? (contacts.data?.items ?? []) : []
  const known = kept?.id === contactId ? kept : null
  const chosen = useEndpoint(
    readContact,
    { params: { id: contactId ?? '' } },
    { enabled: contactId !== null && known === null },
  )
  const contact = known ?? (contactId === null ? null : (chosen.data ?? null))
  const value: Option | null = contact ? { is: 'known', contact } : isNew ? newCaller : null
  const canAdd = mayCreate && typed.trim() !== '' && isSettled
  const options: Option[] = [
    ...found.map((one): Option => ({ is: 'known', contact: one })),
    ...(canAdd ? [newCaller] : []),
  ]
  const label = (option: Option) =>
    option.is === 'new' ? t('services.caller.new') : contactName(option.contact)

  const choose = (option: Option | null) => {
    setEntered(false)
    if (option?.is === 'new') {
      onNew(typed.trim())
      return
    }
    setKept(option?.contact ?? null)
    onChoose(option?.contact ?? null)
  }
  const [first] = found
  const take = useEffectEvent(() => {
    setEntered(false)
    if (found.length === 1 && first) choose({ is: 'known', contact: first })
    else if (found.length === 0 && canAdd) choose(newCaller)
  })
  useEffect(() => {
    if (isEntered && isSettled) take()
  }, [isEntered, isSettled])

  return (
    <Autocomplete
      options={options}
      value={value}
      autoHighlight
      loading={!isSettled}
      filterOptions={(all) => all}
      getOptionLabel={label}
      getOptionKey={keyOf}
      isOptionEqualToValue={(a, b) => keyOf(a) === keyOf(b)}
      onInputChange={(_, text, reason) => {
        if (reason !== 'input') return
        setEntered(false)
        setTyped(text)
      }}
      onChange={(_, option) => choose(option)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isSettled || typed.trim() === '' || value !== null) return
        event.defaultMuiPrevented = true
        event.preventDefault()
        setEntered(true)
      }}
      noOptionsText={
        contacts.isError ? message(contacts.error, t('directory.error.load')) : t('directory.picker.none')
      }
      loadingText={t('ui.loading')}
      openText={t('directory.picker.open')}
      closeText={t('ui.close')}
      clearText={t('ui.clear')}
      renderOption={({ key, ...item }, option) => (
        <Box component="li" key={key} {...item}>
          {option.is === 'new' ? (
            <Box sx={{ display: 'flex', gap: '10px', alignItems: 'center', minWidth: 0 }}>
              <PersonAddAlt1Outlined fontSize="small" aria-hidden />
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                {t('services.caller.add', { typed: typed.trim() })}
              </Box>
            </Box>
          ) : (
            <Box sx={{ minWidth: 0 }}>
              <Box sx={{ fontWeight: 520 }}>{contactName(option.contact)}</Box>
              <Box sx={{ typography: 'body2', color: token('textSoft') }}>
                {[option.contact.primaryPhone, option.contact.companyName].filter(Boolean).join(' · ')}
              </Box>
            </Box>
          )}
        </Box>
      )}
      renderInput={(input) => (
        <TextField
          {...input}
          label={t('services.field.requesterContactId')}
          required
          error={error !== undefined}
          helperText={error ?? (isNew ? t('services.caller.newHint') : t('services.caller.hint'))}
        />
      )}
    />
  )
}
