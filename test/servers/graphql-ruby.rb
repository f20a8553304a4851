# frozen_string_literal: true

# The team of schema.graphql, served by graphql-ruby.
require 'graphql'
require 'json'
require 'webrick'

DEVICES = (1..25).map do |number|
  { id: "d#{number}", name: "Device #{number}", status: number % 5 == 1 ? 'OFFLINE' : 'ONLINE' }
end
APPLICATION = { id: 'a1', title: 'Gate' }.freeze
$renames = 0

# Refuses a request without the key.
def authorized(context)
  return yield if context[:authorization] == "Bearer #{ENV.fetch('KEY')}"

  raise GraphQL::ExecutionError.new('The key is not valid.', extensions: { 'code' => 'UNAUTHENTICATED' })
end

def rename(input)
  device = DEVICES.find { |it| it[:id] == input[:id] }
  return { device: nil } if device.nil?

  device[:name] = input[:name]
  $renames += 1
  { device: device }
end

class Timestamp < GraphQL::Schema::Scalar
  description 'An instant, as RFC 3339 writes it.'
end

class DeviceStatus < GraphQL::Schema::Enum
  value 'ONLINE'
  value 'OFFLINE'
end

class Device < GraphQL::Schema::Object
  field :id, ID, null: false
  field :name, String, null: false
  field :status, DeviceStatus, null: false
  field :last_seen, Timestamp, null: true unless ENV.key?('MOVED')
  field :label, String, null: true, deprecation_reason: 'Use name.'
  field :secret, String, null: true, description: 'Fails at every read.'

  def last_seen
    '2026-01-01T00:00:00Z'
  end

  def label
    nil
  end

  def secret
    raise GraphQL::ExecutionError.new('Nobody may read this.', extensions: { 'code' => 'FORBIDDEN' })
  end
end

class Application < GraphQL::Schema::Object
  field :id, ID, null: false
  field :title, String, null: false
end

class Resource < GraphQL::Schema::Union
  possible_types Device, Application
  def self.resolve_type(object, _context)
    object.key?(:title) ? Application : Device
  end
end

class PageInfo < GraphQL::Schema::Object
  field :has_next_page, Boolean, null: false
  field :end_cursor, String, null: true
end

class DeviceConnection < GraphQL::Schema::Object
  field :nodes, [Device], null: false
  field :page_info, PageInfo, null: false
end

class DeviceFilter < GraphQL::Schema::InputObject
  argument :status, DeviceStatus, required: false
end

class Team < GraphQL::Schema::Object
  field :id, ID, null: false
  field :name, String, null: false
  field :devices, DeviceConnection, null: false, connection: false do
    argument :first, Int, required: false
    argument :after, String, required: false
    argument :filter, DeviceFilter, required: false
  end
  field :resources, [Resource], null: false

  def devices(first: 10, after: nil, filter: nil)
    all = DEVICES.select { |it| filter.nil? || filter[:status].nil? || it[:status] == filter[:status] }
    start = after.nil? ? 0 : all.index { |it| it[:id] == after }.to_i + 1
    nodes = all[start, [first || 10, 10].min] || []
    { nodes: nodes, page_info: { has_next_page: start + nodes.length < all.length, end_cursor: nodes.last&.dig(:id) } }
  end

  def resources
    [DEVICES.first, APPLICATION]
  end
end

class Query < GraphQL::Schema::Object
  field :team, Team, null: true
  field :renames, Int, null: false, description: 'How many devices were renamed since the server started.'

  def team
    authorized(context) { { id: 't1', name: 'Operations' } }
  end

  def renames
    $renames
  end
end

class RenameDeviceInput < GraphQL::Schema::InputObject
  argument :id, ID, required: true
  argument :name, String, required: true
end

class RenameDeviceAndFailInput < GraphQL::Schema::InputObject
  argument :id, ID, required: true
  argument :name, String, required: true
end

class RenameDevicePayload < GraphQL::Schema::Object
  field :device, Device, null: true
end

class Mutation < GraphQL::Schema::Object
  field :rename_device, RenameDevicePayload, null: true do
    argument :input, RenameDeviceInput, required: true
  end
  field :rename_device_and_fail, RenameDevicePayload, null: false, description: 'Renames the device, then fails.' do
    argument :input, RenameDeviceAndFailInput, required: true
  end

  def rename_device(input:)
    authorized(context) { rename(input) }
  end

  def rename_device_and_fail(input:)
    authorized(context) { rename(input) }
    raise GraphQL::ExecutionError.new('Something failed after the change.', extensions: { 'code' => 'CONFLICT' })
  end
end

class Api < GraphQL::Schema
  query ::Query
  mutation ::Mutation
  # Projects of this server limit the depth of a query, introspection included.
  max_depth 13
end

server = WEBrick::HTTPServer.new(BindAddress: '127.0.0.1', Port: 0, AccessLog: [], Logger: WEBrick::Log.new(nil, 0))
server.mount_proc('/graphql') do |request, response|
  asked = JSON.parse(request.body)
  answer = Api.execute(
    asked['query'],
    variables: asked['variables'],
    operation_name: asked['operationName'],
    context: { authorization: request['Authorization'] }
  )
  response['Content-Type'] = 'application/json'
  response.body = JSON.generate(answer.to_h)
end
%w[INT TERM].each { |signal| trap(signal) { exit! } }
puts "listening on http://127.0.0.1:#{server.config[:Port]}"
$stdout.flush
server.start
