{{/* Names are of the release and the service: linkway-links. */}}
{{- define "service.fullname" -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- define "service.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "service.labels" -}}
{{ include "service.selector" . }}
app.kubernetes.io/part-of: linkway
app.kubernetes.io/version: {{ include "service.tag" . | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "service.tag" -}}
{{- .Values.image.tag | default .Values.global.image.tag | default .Chart.AppVersion -}}
{{- end -}}

{{- define "service.image" -}}
{{- $name := .Values.image.name | default .Chart.Name -}}
{{- with .Values.global.image.registry }}{{ trimSuffix "/" . }}/{{ end }}{{ .Values.global.image.repository }}/{{ $name }}:{{ include "service.tag" . -}}
{{- end -}}

{{/* What every service has, and what its own values say in place of that. Values are templates; an empty one is as none. */}}
{{- define "service.env" -}}
{{- $all := merge (dict) .Values.env .Values.global.env -}}
{{- range $name := keys $all | sortAlpha }}
{{- $value := tpl (get $all $name | toString) $ }}
{{- if ne $value "" }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
- name: NATS_USER
  value: {{ .Chart.Name }}
{{- with .Values.httpPort }}
- name: PORT
  value: {{ . | quote }}
{{- end }}
- name: DRAIN_DELAY_MS
  value: {{ mulf .Values.drainSeconds 1000 | int | quote }}
{{- end -}}
