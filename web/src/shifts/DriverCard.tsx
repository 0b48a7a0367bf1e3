import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  type DriverDocument,
  listDocuments,
  listDrivers,
  removeDocument,
} from '@rumbo/contract/shifts.drivers.contract'
import { useState } from 'react'
import { useCan, useErrorMessage } from '../app/client-context.tsx'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { DriverCards } from '../directory/DriverCards.tsx'
import { MessageButton } from '../messaging/MessageButton.tsx'
import { useMessageItems } from '../messaging/use-message-items.tsx'
import { PhoneLink } from '../ui/ContactLinks.tsx'
import { boxLook } from '../ui/card-look.ts'
import { useNow } from '../ui/clock.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { RecordCard, RecordSection } from '../ui/dialogs/RecordCard.tsx'
import { dayAt } from '../ui/fields/calendar-day.ts'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { RowMenu } from '../ui/table/table-parts.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { DueDay } from '../vehicles/DueDay.tsx'
import { DocumentDialog } from './DocumentDialog.tsx'
import { Eligibility } from './DriverTable.tsx'

interface DriverCardProps {
  driverId: string
  place: { fleetId?: string; companyId?: string }
  timeZone: string
  onClose: () => void
}

/** One driver to read: whether they may drive, and their documents. */
export function DriverCard({ driverId, place, timeZone, onClose }: DriverCardProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const can = useCan()
  const messages = useMessageItems()
  const [editing, setEditing] = useState<DriverDocument | 'new' | null>(null)
  const [removing, setRemoving] = useState<DriverDocument | null>(null)
  const drivers = useEndpoint(listDrivers, { query: place })
  const documents = useEndpoint(listDocuments, { params: { id: driverId } })
  const driver = drivers.data?.items.find(({ id }) => id === driverId)
  const mayEdit = can('directory.edit')
  const title = driver?.name ?? t('shifts.by.driver')
  const hasLicence = documents.data?.items.some(({ kind }) => kind === 'driving_licence') ?? false
  return (
    <RecordCard
      title={title}
      detail={driver && <PhoneLink phone={driver.phone} />}
      summary={driver && <Eligibility driver={driver} />}
      actions={
        <>
          <MessageButton items={messages.ofContact({ id: driverId, role: 'primary_driver' })} />
          {mayEdit && (
            <Button variant="contained" startIcon={<AddRounded />} onClick={() => setEditing('new')}>
              {t('shifts.document.add')}
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      <RecordSection title={t('shifts.document.title')}>
        {documents.data ? (
          documents.data.items.length === 0 ? (
            <EmptyState title={t('shifts.document.none')} />
          ) : (
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '8px' }}>
              {documents.data.items.map((document) => (
                <DocumentRow
                  key={document.id}
                  document={document}
                  timeZone={timeZone}
                  onEdit={mayEdit ? () => setEditing(document) : undefined}
                  onRemove={() => setRemoving(document)}
                />
              ))}
            </Box>
          )
        ) : documents.isError ? (
          <ErrorState
            text={message(documents.error, t('shifts.loadFailed'))}
            onRetry={() => void documents.refetch()}
          />
        ) : (
          <ListSkeleton rows={2} />
        )}
      </RecordSection>
      <DriverCards driverId={driverId} mayEdit={mayEdit} />
      {editing && (
        <DocumentDialog
          driverId={driverId}
          document={editing === 'new' ? null : editing}
          hasLicence={hasLicence}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && <RemoveDocument document={removing} onClose={() => setRemoving(null)} />}
    </RecordCard>
  )
}

const useName = () => {
  const { t } = useText()
  return ({ kind, title }: DriverDocument) =>
    kind === 'other' && title ? title : t(`shifts.document.${kind}`)
}

interface DocumentRowProps {
  document: DriverDocument
  timeZone: string
  onEdit?: () => void
  onRemove: () => void
}
function DocumentRow({ document, timeZone, onEdit, onRemove }: DocumentRowProps) {
  const { t } = useText()
  const today = dayAt(useNow(60), timeZone)
  const name = useName()(document)
  const { number, class: licenceClass, note, expiresOn } = document
  return (
    <Box component="li" sx={{ ...boxLook, p: '10px 14px', display: 'flex', gap: '12px' }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: 620 }}>{name}</Box>
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>
          {[number, licenceClass && t('shifts.document.ofClass', { name: licenceClass }), note]
            .filter(Boolean)
            .join(' · ')}
        </Box>
      </Box>
      <DueDay date={expiresOn} today={today} />
      {onEdit && (
        <RowMenu
          name={name}
          items={[
            { label: t('shifts.document.edit'), onChoose: onEdit },
            { label: t('shifts.document.remove'), isDestructive: true, onChoose: onRemove },
          ]}
        />
      )}
    </Box>
  )
}

function RemoveDocument({ document, onClose }: { document: DriverDocument; onClose: () => void }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const name = useName()(document)
  const remove = useChange(removeDocument)
  return (
    <ConfirmDialog
      open
      isDestructive
      title={t('shifts.document.removeTitle', { name })}
      text={t('shifts.document.removeText')}
      confirmLabel={t('shifts.document.remove')}
      onConfirm={async () => {
        try {
          await remove.mutateAsync({ params: { id: document.id } })
          onClose()
        } catch (error) {
          toasts.show({ type: 'error', message: message(error, t('shifts.failed')) })
          throw error
        }
      }}
      onClose={onClose}
    />
  )
}
