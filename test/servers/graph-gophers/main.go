// Command graph-gophers serves the team of schema.graphql by graph-gophers/graphql-go.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"sync/atomic"

	graphql "github.com/graph-gophers/graphql-go"
)

// Refusal is an error with a code, as servers of this library write it.
type Refusal struct{ code, message string }

func (refusal Refusal) Error() string { return refusal.message }

// Extensions are written beside the message.
func (refusal Refusal) Extensions() map[string]interface{} {
	return map[string]interface{}{"code": refusal.code}
}

// Timestamp is an instant, as RFC 3339 writes it.
type Timestamp string

// ImplementsGraphQLType names the scalar.
func (Timestamp) ImplementsGraphQLType(name string) bool { return name == "Timestamp" }

// UnmarshalGraphQL reads the scalar where it is an input.
func (timestamp *Timestamp) UnmarshalGraphQL(input interface{}) error {
	text, isText := input.(string)
	if !isText {
		return fmt.Errorf("not an instant")
	}
	*timestamp = Timestamp(text)
	return nil
}

type authorizationKey struct{}

func authorize(ctx context.Context) error {
	if ctx.Value(authorizationKey{}) == "Bearer "+os.Getenv("KEY") {
		return nil
	}
	return Refusal{"UNAUTHENTICATED", "The key is not valid."}
}

// Device is one of the team's devices.
type Device struct{ id, name, status string }

// ID is how a device is found.
func (device *Device) ID() graphql.ID { return graphql.ID(device.id) }

// Name is what people call it.
func (device *Device) Name() string { return device.name }

// Status is whether it is reached.
func (device *Device) Status() string { return device.status }

// LastSeen is when it was reached.
func (device *Device) LastSeen() *Timestamp {
	seen := Timestamp("2026-01-01T00:00:00Z")
	return &seen
}

// Label is what the name was called once.
func (device *Device) Label() *string { return nil }

// Secret fails at every read.
func (device *Device) Secret() (*string, error) {
	return nil, Refusal{"FORBIDDEN", "Nobody may read this."}
}

// Application is one of the team's applications.
type Application struct{}

// ID is how an application is found.
func (*Application) ID() graphql.ID { return "a1" }

// Title is what people call it.
func (*Application) Title() string { return "Gate" }

// Resource is a device or an application.
type Resource struct{ object interface{} }

// ToDevice is the resource if it is a device.
func (resource Resource) ToDevice() (*Device, bool) {
	device, is := resource.object.(*Device)
	return device, is
}

// ToApplication is the resource if it is an application.
func (resource Resource) ToApplication() (*Application, bool) {
	application, is := resource.object.(*Application)
	return application, is
}

// PageInfo says where a page ends.
type PageInfo struct {
	HasNextPage bool
	EndCursor   *string
}

// DeviceConnection is a page of devices.
type DeviceConnection struct {
	Nodes    []*Device
	PageInfo *PageInfo
}

// Team is all that the key reaches.
type Team struct{ devices []*Device }

// ID is how the team is found.
func (*Team) ID() graphql.ID { return "t1" }

// Name is what people call it.
func (*Team) Name() string { return "Operations" }

// Devices are read by pages of at most ten.
func (team *Team) Devices(arguments struct {
	First  *int32
	After  *string
	Filter *struct{ Status *string }
}) *DeviceConnection {
	var all []*Device
	for _, device := range team.devices {
		if arguments.Filter == nil || arguments.Filter.Status == nil || *arguments.Filter.Status == device.status {
			all = append(all, device)
		}
	}
	start, size := 0, 10
	if arguments.First != nil && *arguments.First < 10 {
		size = int(*arguments.First)
	}
	for index, device := range all {
		if arguments.After != nil && *arguments.After == device.id {
			start = index + 1
		}
	}
	end := start + size
	if end > len(all) {
		end = len(all)
	}
	page := &DeviceConnection{Nodes: all[start:end], PageInfo: &PageInfo{HasNextPage: end < len(all)}}
	if end > start {
		page.PageInfo.EndCursor = &all[end-1].id
	}
	return page
}

// Resources are the team's first ones.
func (team *Team) Resources() []Resource {
	return []Resource{{team.devices[0]}, {&Application{}}}
}

type renameArguments struct {
	Input struct {
		ID   graphql.ID
		Name string
	}
}

// RenameDevicePayload is the renamed device.
type RenameDevicePayload struct{ Device *Device }

// Root has the fields of query and mutation.
type Root struct {
	team    Team
	renames int32
}

// Team is all that the key reaches.
func (root *Root) Team(ctx context.Context) (*Team, error) {
	if err := authorize(ctx); err != nil {
		return nil, err
	}
	return &root.team, nil
}

// Renames counts the changes.
func (root *Root) Renames() int32 { return atomic.LoadInt32(&root.renames) }

// RenameDevice changes a name.
func (root *Root) RenameDevice(ctx context.Context, arguments renameArguments) (*RenameDevicePayload, error) {
	if err := authorize(ctx); err != nil {
		return nil, err
	}
	for _, device := range root.team.devices {
		if device.id == string(arguments.Input.ID) {
			device.name = arguments.Input.Name
			atomic.AddInt32(&root.renames, 1)
			return &RenameDevicePayload{device}, nil
		}
	}
	return &RenameDevicePayload{}, nil
}

// RenameDeviceAndFail changes a name, then fails.
func (root *Root) RenameDeviceAndFail(ctx context.Context, arguments renameArguments) (*RenameDevicePayload, error) {
	if _, err := root.RenameDevice(ctx, arguments); err != nil {
		return nil, err
	}
	return nil, Refusal{"CONFLICT", "Something failed after the change."}
}

func main() {
	text, err := os.ReadFile(os.Getenv("SCHEMA"))
	if err != nil {
		panic(err)
	}
	sdl := string(text)
	if _, moved := os.LookupEnv("MOVED"); moved {
		sdl = strings.Replace(sdl, "  lastSeen: Timestamp\n", "", 1)
	}
	root := &Root{}
	for number := 1; number <= 25; number++ {
		status := "ONLINE"
		if number%5 == 1 {
			status = "OFFLINE"
		}
		root.team.devices = append(root.team.devices, &Device{fmt.Sprintf("d%d", number), fmt.Sprintf("Device %d", number), status})
	}
	// Projects of this server limit the depth of a query.
	schema := graphql.MustParseSchema(sdl, root, graphql.UseFieldResolvers(), graphql.MaxDepth(13))
	http.HandleFunc("/graphql", func(response http.ResponseWriter, request *http.Request) {
		var asked struct {
			Query         string
			OperationName string
			Variables     map[string]interface{}
		}
		if err := json.NewDecoder(request.Body).Decode(&asked); err != nil {
			http.Error(response, err.Error(), http.StatusBadRequest)
			return
		}
		ctx := context.WithValue(request.Context(), authorizationKey{}, request.Header.Get("Authorization"))
		response.Header().Set("Content-Type", "application/json")
		json.NewEncoder(response).Encode(schema.Exec(ctx, asked.Query, asked.OperationName, asked.Variables))
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	panic(http.Serve(listener, nil))
}
