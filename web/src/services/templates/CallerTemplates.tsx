import BookmarkBorderRounded from '@mui/icons-material/BookmarkBorderRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { deleteServiceTemplate, type ServiceTemplate } from '@rumbo/contract/services.templates.contract'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { boxLook } from '../../ui/card-look.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { RowMenu } from '../../ui/table/table-parts.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { SaveTemplateDialog } from './SaveTemplateDialog.tsx'

interface CallerTemplatesProps {
  customerName: string
  templates: readonly ServiceTemplate[]
  onUse: (template: ServiceTemplate) => void
}

/** The templates of who calls: begin the service from one, rename or delete one. */
export function CallerTemplates({ customerName, templates, onUse }: CallerTemplatesProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [asked, setAsked] = useState<{ what: 'rename' | 'delete'; template: ServiceTemplate } | null>(null)
  const remove = useChange(deleteServiceTemplate)
  const close = () => setAsked(null)
  const removeNow = async ({ id, contactId, name }: ServiceTemplate) => {
    try {
      await remove.mutateAsync({ params: { id: contactId, templateId: id } })
      toasts.show({ type: 'success', message: t('templates.deleted', { name }) })
      close()
    } catch (error) {
      toasts.show({ type: 'error', message: message(error, t('templates.delete.failed')) })
    }
  }
  return (
    <Box component="section" aria-label={t('templates.title')}>
      <Box component="h3" sx={{ typography: 'h3', m: '0 0 8px' }}>
        {t('templates.title')}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '8px' }}>
        {templates.map((template) => (
          <Box
            component="li"
            key={template.id}
            sx={{ ...boxLook, p: '8px 12px', display: 'flex', gap: '10px', alignItems: 'center' }}
          >
            <BookmarkBorderRounded aria-hidden fontSize="small" sx={{ color: token('textSoft') }} />
            <Box sx={{ minWidth: 0, flex: 1 }}>
              <Box sx={{ fontWeight: 620, overflowWrap: 'anywhere' }}>{template.name}</Box>
              <Box sx={{ typography: 'body2', color: token('textSoft'), overflowWrap: 'anywhere' }}>
                {template.stops.map(({ address }) => address).join(' → ')}
              </Box>
            </Box>
            <Button
              size="small"
              aria-label={t('templates.useOf', { name: template.name })}
              onClick={() => onUse(template)}
            >
              {t('templates.use')}
            </Button>
            <RowMenu
              name={template.name}
              items={[
                { label: t('templates.rename'), onChoose: () => setAsked({ what: 'rename', template }) },
                {
                  label: t('templates.delete'),
                  isDestructive: true,
                  onChoose: () => setAsked({ what: 'delete', template }),
                },
              ]}
            />
          </Box>
        ))}
      </Box>
      {/* React passes the events of these dialogs on to the form around this list. */}
      <Box onSubmit={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
        {asked?.what === 'rename' && (
          <SaveTemplateDialog
            contactId={asked.template.contactId}
            customerName={customerName}
            template={asked.template}
            onClose={close}
          />
        )}
        {asked?.what === 'delete' && (
          <ConfirmDialog
            open
            isDestructive
            title={t('templates.delete.title', { name: asked.template.name })}
            text={t('templates.delete.text')}
            confirmLabel={t('templates.delete')}
            onConfirm={() => removeNow(asked.template)}
            onClose={close}
          />
        )}
      </Box>
    </Box>
  )
}
