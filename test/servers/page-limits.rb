# frozen_string_literal: true

# A team of 230 devices, served by graphql-ruby with its own connections and its own limits, as a project sets them.
require 'graphql'
require 'json'
require 'webrick'

DEVICES = (1..230).map { |number| { id: "d#{number}", name: "Device #{number}" } }
$asked = []

class Device < GraphQL::Schema::Object
  field :id, ID, null: false
  field :name, String, null: false, complexity: 3
end

class Team < GraphQL::Schema::Object
  field :devices, Device.connection_type, null: false, max_page_size: ENV['MAX_PAGE_SIZE']&.to_i

  def devices
    DEVICES
  end
end

class Query < GraphQL::Schema::Object
  field :team, Team, null: true

  def team
    {}
  end
end

class Api < GraphQL::Schema
  query ::Query
  max_complexity ENV['MAX_COMPLEXITY'].to_i if ENV.key?('MAX_COMPLEXITY')
end

server = WEBrick::HTTPServer.new(BindAddress: '127.0.0.1', Port: 0, AccessLog: [], Logger: WEBrick::Log.new(nil, 0))
server.mount_proc('/graphql') do |request, response|
  asked = JSON.parse(request.body)
  first = asked.dig('variables', 'first')
  $asked << first if first
  answer = Api.execute(asked['query'], variables: asked['variables'], operation_name: asked['operationName'])
  response['Content-Type'] = 'application/json'
  response.body = JSON.generate(answer.to_h)
end
server.mount_proc('/asked') { |_request, response| response.body = JSON.generate($asked.slice!(0..)) }
%w[INT TERM].each { |signal| trap(signal) { exit! } }
puts "listening on http://127.0.0.1:#{server.config[:Port]}"
$stdout.flush
server.start
