import PersonAddAlt1Outlined from '@mui/icons-material/PersonAddAlt1Outlined'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import {
  type Contact,
  type DirectoryRole,
  listContacts,
  readContact,
} from '@rumbo/contract/directory.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { useDelayed } from '../ui/hooks/use-delayed.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { contactName } from './contact-draft.rules.ts'
import { NewContactDialog } from './NewContactDialog.tsx'

interface ContactPickerProps {
  label: string
  companyId: string
  contactId: string | null
  onChoose: (contact: Contact | null) => void
  error?: string
  mayCreate: boolean
  /** Choosing none is allowed. */
  isOptional?: boolean
  size?: 'small' | 'medium'
  /** Only contacts of these roles are listed. */
  roles?: DirectoryRole[]
}

/** Filters the loaded list until the answer arrives, so that nothing moves under the pointer afterwards. */
const fits = (typed: string) => {
  const wanted = typed.trim().toLocaleLowerCase()
  return (contact: Contact) =>
    [contactName(contact), contact.primaryPhone, contact.email ?? ''].some((text) =>
      text.toLocaleLowerCase().includes(wanted),
    )
}

/** Searches a contact of the company's directory while typing, or creates a new one. */
export function ContactPicker(props: ContactPickerProps) {
  const { label, companyId, contactId, onChoose, error, mayCreate, isOptional = false, roles, size } = props
  const { t } = useText()
  const message = useErrorMessage()
  const [typed, setTyped] = useState('')
  const [made, setMade] = useState<Contact | null>(null)
  const [isMaking, setMaking] = useState(false)
  const search = useDelayed(typed, 250)
  const contacts = useEndpoint(
    listContacts,
    { query: { companyId, role: roles, search, size: 20, sort: 'firstName' } },
    { placeholderData: keepPreviousData },
  )
  const isBehind = typed !== search || contacts.isPlaceholderData
  const options = contacts.data?.items ?? []
  const found = options.find(({ id }) => id === contactId) ?? (made?.id === contactId ? made : undefined)
  const [kept, setKept] = useState<Contact | null>(null)
  const known = found ?? (kept?.id === contactId ? kept : null)
  const chosen = useEndpoint(
    readContact,
    { params: { id: contactId ?? '' } },
    { enabled: contactId !== null && known === null },
  )
  const value = known ?? (contactId === null ? null : (chosen.data ?? null))

  return (
    <Box>
      <Autocomplete
        size={size}
        options={options}
        value={value}
        loading={contacts.isFetching}
        filterOptions={(all) => (isBehind ? all.filter(fits(typed)) : all)}
        getOptionLabel={contactName}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        onInputChange={(_, text, reason) => reason === 'input' && setTyped(text)}
        onChange={(_, contact) => {
          setKept(contact)
          onChoose(contact)
        }}
        noOptionsText={
          contacts.isError ? message(contacts.error, t('directory.error.load')) : t('directory.picker.none')
        }
        loadingText={t('ui.loading')}
        openText={t('directory.picker.open')}
        closeText={t('ui.close')}
        clearText={t('ui.clear')}
        renderOption={({ key, ...option }, contact) => (
          <Box component="li" key={key} {...option}>
            <Box sx={{ minWidth: 0 }}>
              <Box sx={{ fontWeight: 520 }}>{contactName(contact)}</Box>
              <Box sx={{ typography: 'body2', color: token('textSoft') }}>
                {[contact.primaryPhone, contact.email].filter(Boolean).join(' · ')}
              </Box>
            </Box>
          </Box>
        )}
        renderInput={(input) => (
          <TextField
            {...input}
            label={label}
            required={!isOptional}
            error={error !== undefined}
            helperText={error}
            placeholder={t('directory.picker.search')}
          />
        )}
      />
      {mayCreate && (
        <Button
          size="small"
          startIcon={<PersonAddAlt1Outlined />}
          onClick={() => setMaking(true)}
          sx={{ mt: '6px' }}
        >
          {t('directory.picker.new')}
        </Button>
      )}
      {isMaking && (
        <NewContactDialog
          companyId={companyId}
          typed={typed}
          onClose={() => setMaking(false)}
          onMade={(contact) => {
            setMade(contact)
            setKept(contact)
            setMaking(false)
            onChoose(contact)
          }}
        />
      )}
    </Box>
  )
}
