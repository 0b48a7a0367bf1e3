import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import StarBorderRounded from '@mui/icons-material/StarBorderRounded'
import StarRounded from '@mui/icons-material/StarRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { Contact } from '@rumbo/contract/directory.contract'
import {
  addVehicleContact,
  changeVehicleContact,
  listVehicleContacts,
  removeVehicleContact,
  type VehicleContact,
  type VehicleContactRole,
  vehicleContactRoles,
} from '@rumbo/contract/vehicles.contacts.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { useState } from 'react'
import { useCan, useErrorMessage } from '../app/client-context.tsx'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { ContactPicker } from '../directory/ContactPicker.tsx'
import { PhoneLink } from '../ui/ContactLinks.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'

const ownRoles = ['vehicle_owner', 'emergency_contact', 'guest_viewer'] as const
const isOwn = (role: VehicleContactRole): role is (typeof ownRoles)[number] =>
  (ownRoles as readonly string[]).includes(role)

/** The label of a contact's role for a vehicle. */
function useContactRoleWords(): (role: VehicleContactRole) => string {
  const { t } = useText()
  return (role) => (isOwn(role) ? t(`vehicleRecord.contactRole.${role}`) : t(`directory.role.${role}`))
}

/** Contacts of a vehicle by role; with `mayEdit`, each change is saved at once. */
export function VehicleContacts({ vehicle, mayEdit = false }: { vehicle: Vehicle; mayEdit?: boolean }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const can = useCan()
  const words = useContactRoleWords()
  const params = { id: vehicle.id }
  const contacts = useEndpoint(listVehicleContacts, { params })
  const [contact, setContact] = useState<Contact | null>(null)
  const [role, setRole] = useState<VehicleContactRole | ''>('')
  const evicts = { evicts: ['vehicles', 'users'] }
  const fail = (error: Error, words: string) => toasts.show({ type: 'error', message: message(error, words) })
  const add = useChange(addVehicleContact, {
    ...evicts,
    onSuccess: () => {
      setContact(null)
      setRole('')
    },
  })
  const change = useChange(changeVehicleContact, {
    ...evicts,
    onError: (error) => fail(error, t('vehicleForm.contacts.error.change')),
  })
  const remove = useChange(removeVehicleContact, {
    ...evicts,
    onError: (error) => fail(error, t('vehicleForm.contacts.error.remove')),
  })

  if (contacts.data === undefined) {
    return contacts.isError ? (
      <ErrorState
        title={message(contacts.error, t('directory.error.load'))}
        onRetry={() => void contacts.refetch()}
      />
    ) : (
      <ListSkeleton rows={2} />
    )
  }
  const { items } = contacts.data
  const isOneOfSeveral = ({ role }: VehicleContact) => items.filter((other) => other.role === role).length > 1
  const row = (one: VehicleContact) => {
    const name = `${one.firstName} ${one.lastName}`
    const path = { ...params, contactId: one.contactId, role: one.role }
    return (
      <Box
        component="li"
        key={`${one.contactId} ${one.role}`}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: '10px',
          py: '6px',
          borderBottom: `1px solid ${token('line')}`,
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ typography: 'subtitle1', overflowWrap: 'anywhere' }}>{name}</Box>
          <Box sx={{ typography: 'body2', color: token('textSoft') }}>
            {words(one.role)}
            {one.isPrimary && isOneOfSeveral(one) && ` · ${t('vehicleForm.contacts.primary')}`}
          </Box>
        </Box>
        <Box sx={{ typography: 'body2' }}>
          <PhoneLink phone={one.primaryPhone} of={name} />
        </Box>
        {mayEdit && one.role !== 'guest_viewer' && (
          <IconButton
            size="small"
            aria-pressed={one.isPrimary}
            aria-label={t('vehicleForm.contacts.makePrimary', { name })}
            title={t('vehicleForm.contacts.makePrimary', { name })}
            onClick={() =>
              change.mutate({ params: path, body: { role: one.role, isPrimary: !one.isPrimary } })
            }
          >
            {one.isPrimary ? <StarRounded /> : <StarBorderRounded />}
          </IconButton>
        )}
        {mayEdit && (
          <IconButton
            size="small"
            aria-label={t('vehicleForm.contacts.remove', { name })}
            title={t('vehicleForm.contacts.remove', { name })}
            onClick={() => remove.mutate({ params: path })}
          >
            <DeleteOutlineRounded />
          </IconButton>
        )}
      </Box>
    )
  }
  return (
    <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: '12px', minWidth: 0 }}>
      {items.length === 0 ? (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('vehicleForm.contacts.none')}</Box>
      ) : (
        <Box
          component="ul"
          aria-label={t('vehicleForm.contacts.title')}
          sx={{ listStyle: 'none', m: 0, p: 0 }}
        >
          {items.map(row)}
        </Box>
      )}
      {mayEdit && (
        <Box
          sx={{
            display: 'grid',
            gap: '12px',
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr) auto' },
          }}
        >
          <ContactPicker
            label={t('vehicleForm.contacts.contact')}
            companyId={vehicle.companyId}
            contactId={contact?.id ?? null}
            onChoose={setContact}
            mayCreate={can('directory.edit', { companyId: vehicle.companyId })}
          />
          <ChoiceField
            label={t('vehicleForm.contacts.role')}
            value={role}
            choices={[...ownRoles, ...vehicleContactRoles.filter((one) => !isOwn(one))].map((value) => ({
              value,
              label: words(value),
            }))}
            onChange={setRole}
          />
          <Button
            variant="outlined"
            disabled={contact === null || role === ''}
            loading={add.isPending}
            onClick={() => {
              if (contact === null || role === '') return
              add.mutate({ params, body: { contactId: contact.id, role, isPrimary: false } })
            }}
            sx={{ minHeight: 44 }}
          >
            {t('vehicleForm.contacts.add')}
          </Button>
        </Box>
      )}
      {mayEdit && (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('vehicleForm.contacts.atOnce')}</Box>
      )}
      {add.error && <Alert severity="error">{message(add.error, t('vehicleForm.contacts.error.add'))}</Alert>}
    </Box>
  )
}
